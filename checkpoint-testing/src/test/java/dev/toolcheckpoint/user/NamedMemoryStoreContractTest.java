package dev.toolcheckpoint.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.CheckpointStoreContract;
import dev.toolcheckpoint.testing.Corruption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** All tests of the kit share one store, opened by its name and from another package: as a user's table would be. */
class NamedMemoryStoreContractTest extends CheckpointStoreContract {

    @Override
    protected CheckpointStore open() {
        return CheckpointStores.open("memory:shared by all tests", Map.of());
    }

    @Override
    protected Set<Corruption> possibleCorruptions() {
        return Set.of();
    }

    @Override
    protected boolean corrupt(CheckpointKey key, Corruption corruption) {
        return false;
    }

    @Override
    protected int raceRounds() {
        return 20;
    }

    @Test
    void memory_named_isSharedInTheProcess() {
        assertThat(open()).isSameAs(open());
        assertThat(CheckpointStores.open("memory:another", Map.of())).isNotSameAs(open());
    }

    @Test
    void memory_anonymous_isNewEachTime() {
        assertThat(CheckpointStores.open("memory:", Map.of()))
                .isInstanceOf(InMemoryCheckpointStore.class)
                .isNotSameAs(CheckpointStores.open("memory:", Map.of()));
    }

    @Test
    void memory_options_areRefusedByName() {
        assertThatThrownBy(() -> CheckpointStores.open("memory:", Map.of("bucket", "b")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("bucket");
    }

    @Test
    void skewMargin_isZeroUnlessGiven() {
        assertThat(open().defaultSkewMargin()).isZero();
        assertThat(new InMemoryCheckpointStore(Duration.ofSeconds(1)).defaultSkewMargin())
                .isEqualTo(Duration.ofSeconds(1));
        assertThatThrownBy(() -> new InMemoryCheckpointStore(Duration.ofMillis(-1)))
                .isInstanceOf(ProtocolException.class);
    }
}
