/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.WindowState;
import io.slipring.schemas.ClosedAt;
import io.slipring.schemas.PeerMark;
import io.slipring.schemas.WindowProgress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a task remembers of time, as part of the control store's value. */
final class WindowStateCodec {
    /** Times at which vnodes are closed, each at 8 KiB of memory: more than a task could work with. */
    private static final int MAX_TIMES = 16_384;

    private WindowStateCodec() {}

    /** Null without windows. */
    static @Nullable WindowProgress message(WindowState state) {
        if (state.equals(WindowState.NONE)) {
            return null;
        }
        return new WindowProgress(
                state.windows(),
                state.streamTime(),
                state.closed(),
                state.others().stream()
                        .map(closed -> new ClosedAt(
                                closed.time(), ByteBuffer.wrap(closed.vnodes().toBytes())))
                        .toList(),
                ByteBuffer.wrap(state.closing().toBytes()),
                state.late(),
                state.peers().stream()
                        .map(peer -> new PeerMark(
                                peer.partition(),
                                peer.heard(),
                                peer.epoch(),
                                peer.floor(),
                                peer.streamTime(),
                                peer.idle()))
                        .toList());
    }

    static WindowState state(@Nullable WindowProgress message) {
        if (message == null) {
            return WindowState.NONE;
        }
        return new WindowState(
                message.getWindows(),
                message.getStreamTime(),
                message.getClosed(),
                others(message.getOthers()),
                TransferCodec.vnodes(message.getClosing()),
                message.getLate(),
                message.getPeers().stream()
                        .map(peer -> new WindowState.Peer(
                                peer.getPartition(),
                                peer.getHeard(),
                                peer.getEpoch(),
                                peer.getFloor(),
                                peer.getStreamTime(),
                                peer.getIdle()))
                        .toList());
    }

    private static List<WindowState.Closed> others(List<ClosedAt> runs) {
        if (runs.size() > MAX_TIMES) {
            throw new IllegalArgumentException(
                    "at most " + MAX_TIMES + " times may be those of closed vnodes, were " + runs.size());
        }
        List<WindowState.Closed> others = new ArrayList<>();
        for (ClosedAt run : runs) {
            // Refused before the next set takes its memory: repeated damage would be many.
            if (!others.isEmpty()
                    && run.getTime() <= others.get(others.size() - 1).time()) {
                throw new IllegalArgumentException("times of closed vnodes must ascend, but " + run.getTime()
                        + " follows " + others.get(others.size() - 1).time());
            }
            others.add(new WindowState.Closed(run.getTime(), TransferCodec.vnodes(run.getVnodes())));
        }
        return others;
    }
}
