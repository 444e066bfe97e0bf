/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds the memory of all RocksDB stores of the process together: one block cache of 96 MiB, which the write buffers (at
 * most 48 MiB), indexes and filters are charged to. Without it each store takes 50 MiB of cache and 48 MiB of write buffers,
 * times tasks. Set as {@code rocksdb.config.setter}; {@code slipring run} does so by itself. Thread-safe.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
    static final long CACHE_BYTES = 96L << 20;
    static final long WRITE_BUFFER_BYTES = 48L << 20;
    private static final long WRITE_BUFFER_BYTES_OF_A_STORE = 8L << 20;

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(Shared.CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        table.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(Shared.WRITE_BUFFERS);
        options.setWriteBufferSize(WRITE_BUFFER_BYTES_OF_A_STORE);
        options.setMaxWriteBufferNumber(3);
    }

    @Override
    public void close(String storeName, Options options) {
        // cache and write buffers are shared, and live as long as the process
    }

    /** Made with the first store, after the native library was loaded. */
    private static final class Shared {
        static final Cache CACHE;
        static final WriteBufferManager WRITE_BUFFERS;

        static {
            RocksDB.loadLibrary();
            CACHE = new LRUCache(CACHE_BYTES);
            WRITE_BUFFERS = new WriteBufferManager(WRITE_BUFFER_BYTES, CACHE);
        }

        private Shared() {}
    }
}
