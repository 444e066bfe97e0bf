/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class BoundedRocksDbTest {
    @Test
    void setConfig_twoStores_shareOneCacheAndOneWriteBufferManager() {
        RocksDB.loadLibrary();
        try (Options one = options();
                Options two = options()) {
            new BoundedRocksDb().setConfig("one", one, Map.of());
            new BoundedRocksDb().setConfig("two", two, Map.of());

            assertThat(table(one).cache).isNotNull().isSameAs(table(two).cache);
            assertThat(one.writeBufferManager()).isNotNull().isSameAs(two.writeBufferManager());
            assertThat(table(one).cacheIndexAndFilterBlocks()).isTrue();
        }
    }

    @Test
    void close_aStore_leavesWhatIsShared() {
        RocksDB.loadLibrary();
        try (Options one = options();
                Options two = options()) {
            BoundedRocksDb setter = new BoundedRocksDb();
            setter.setConfig("one", one, Map.of());
            setter.setConfig("two", two, Map.of());

            setter.close("one", one);

            assertThat(table(two).cache)
                    .isNotNull()
                    .satisfies(cache -> assertThat(cache.isOwningHandle()).isTrue());
            assertThat(two.writeBufferManager().isOwningHandle()).isTrue();
        }
    }

    @Test
    void guide_bounds_areThoseOfTheCode() throws Exception {
        String guide = Files.readString(Path.of("../docs/operations.md"));

        assertThat(guide)
                .contains((BoundedRocksDb.CACHE_BYTES >> 20) + " MiB")
                .contains((BoundedRocksDb.WRITE_BUFFER_BYTES >> 20) + " MiB");
    }

    private static Options options() {
        return new Options().setTableFormatConfig(new Table());
    }

    private static Table table(Options options) {
        return (Table) options.tableFormatConfig();
    }

    /** Tells its cache. */
    private static final class Table extends BlockBasedTableConfig {
        private @Nullable Cache cache;

        @Override
        public BlockBasedTableConfig setBlockCache(Cache blockCache) {
            cache = blockCache;
            return super.setBlockCache(blockCache);
        }
    }
}
