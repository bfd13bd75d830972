package dev.toolcheckpoint.dynamo.crypto;

import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.PLACE;
import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher.Sealed;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A process that is copied must not go on with the same secrets, nor with the same randomness. */
class R31SnapshotTest {

    private final CipherFixture fixture = new CipherFixture();

    @Test
    void salts_areNeverTheSame() {
        Set<String> salts = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            byte[] header = fixture.cipher.seal(PLACE, RESULT).envelope().header();
            salts.add(HexFormat.of().formatHex(EnvelopeHeader.parse(header).salt()));
        }
        assertThat(salts).hasSize(1_000);
    }

    @Test
    void noClassKeepsAGenerator() {
        for (Class<?> type : List.of(
                KmsEnvelopeCipher.class,
                KmsEnvelopeCipherBuilder.class,
                KmsCalls.class,
                GeneratedKeys.class,
                OpenedKeys.class,
                DataKey.class,
                MessageKeys.class,
                Hkdf.class,
                SaltSource.class,
                SaltSource.secureRandom().getClass())) {
            for (Field field : type.getDeclaredFields()) {
                assertThat(Random.class.isAssignableFrom(field.getType()))
                        .as(field.toString())
                        .isFalse();
            }
        }
    }

    @Test
    void beforeSnapshot_forgetsEveryKeyAndGoesOnAfterwards() {
        Sealed own = fixture.cipher.seal(PLACE, RESULT);
        Sealed foreign = fixture.process().build().seal(PLACE, RESULT);
        fixture.cipher.open(PLACE, foreign.digest(), foreign.envelope());
        fixture.cipher.beforeSnapshot();
        int generated = fixture.generated();
        int decrypted = fixture.decrypted();
        fixture.prepare("orders");
        assertThat(fixture.generated()).isEqualTo(generated + 1);
        assertThat(fixture.cipher.open(PLACE, own.digest(), own.envelope())).isEqualTo(RESULT);
        assertThat(fixture.cipher.open(PLACE, foreign.digest(), foreign.envelope()))
                .isEqualTo(RESULT);
        assertThat(fixture.decrypted()).isEqualTo(decrypted + 2);
    }

    @Test
    void generatedKeys_droppedForAnyReason_areZeroed() {
        GeneratedKeys keys = new GeneratedKeys(DataKeyLimits.DEFAULT.withMaxHeld(1, 1), fixture.clock);
        DataKey renewed = dataKey(1);
        DataKey evicted = dataKey(2);
        DataKey cleared = dataKey(3);
        keys.take("a", 1, namespace -> renewed);
        fixture.clock.advance(Duration.ofMinutes(5));
        keys.take("a", 1, namespace -> evicted);
        assertThat(renewed.copySecret()).isNull();
        keys.take("b", 1, namespace -> cleared);
        assertThat(evicted.copySecret()).isNull();
        keys.clear();
        assertThat(cleared.copySecret()).isNull();
        DataKey closed = dataKey(4);
        keys.take("b", 1, namespace -> closed);
        keys.close();
        assertThat(closed.copySecret()).isNull();
    }

    @Test
    void generatedKeys_ofAnotherNamespaceThatEnded_areZeroedOnTheNextRenewal() {
        GeneratedKeys keys = new GeneratedKeys(DataKeyLimits.DEFAULT, fixture.clock);
        DataKey ended = dataKey(1);
        keys.take("a", 1, namespace -> ended);
        fixture.clock.advance(Duration.ofMinutes(5));
        keys.take("b", 1, namespace -> dataKey(2));
        assertThat(ended.copySecret()).isNull();
    }

    @Test
    void openedKeys_droppedForAnyReason_areZeroed() {
        OpenedKeys keys = new OpenedKeys(DataKeyLimits.DEFAULT.withMaxHeld(1, 1), fixture.clock);
        DataKey evicted = dataKey(1);
        DataKey cleared = dataKey(2);
        keys.get("a", evicted.key(), evicted.wrapped(), () -> evicted);
        keys.get("a", cleared.key(), cleared.wrapped(), () -> cleared);
        assertThat(evicted.copySecret()).isNull();
        assertThat(cleared.copySecret()).isNotNull();
        keys.clear();
        assertThat(cleared.copySecret()).isNull();
    }

    @Test
    void destroy_overwritesTheArrayItTookOver() {
        byte[] secret = {1, 2, 3};
        DataKey key = new DataKey(KeyRef.of("k"), new byte[] {1}, secret);
        key.destroy();
        assertThat(secret).containsOnly(0);
    }

    private static DataKey dataKey(int number) {
        return new DataKey(KeyRef.of("k"), new byte[] {(byte) number}, new byte[DataKey.BYTES]);
    }
}
