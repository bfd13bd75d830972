package dev.toolcheckpoint.dynamo.crypto;

import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.PLACE;
import static dev.toolcheckpoint.dynamo.crypto.CipherFixture.RESULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.toolcheckpoint.dynamo.crypto.PayloadCipher.Sealed;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.aws.StrictKms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How often KMS is asked, and when. */
class R32KmsCalledPerRecordTest {

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    private final CipherFixture fixture = new CipherFixture();
    private final KmsEnvelopeCipher cipher = fixture.cipher;

    @Test
    void thousandCallsWithinFiveMinutes_askOnce() {
        for (int i = 0; i < 1_000; i++) {
            fixture.prepare("orders");
            Sealed sealed = cipher.seal(CipherFixture.place("orders", "" + i), RESULT);
            cipher.open(CipherFixture.place("orders", "" + i), sealed.digest(), sealed.envelope());
            fixture.clock.advance(Duration.ofMillis(299));
        }
        assertThat(fixture.generated()).isEqualTo(1);
        assertThat(fixture.decrypted()).isZero();
    }

    @Test
    void eachNamespace_hasItsOwnDataKey() {
        fixture.prepare("orders");
        fixture.prepare("refunds");
        assertThat(fixture.generated()).isEqualTo(2);
    }

    @Test
    void prepare_keyFiveMinutesOld_getsANewOne() {
        fixture.prepare("orders");
        fixture.clock.advance(FIVE_MINUTES.minusMillis(1));
        fixture.prepare("orders");
        assertThat(fixture.generated()).isEqualTo(1);
        fixture.clock.advance(Duration.ofMillis(1));
        fixture.prepare("orders");
        assertThat(fixture.generated()).isEqualTo(2);
    }

    @Test
    void prepare_kmsThrottled_failsBeforeAnythingStarted() {
        fixture.kms.failNext(1, StrictKms::throttled);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> fixture.prepare("orders"))
                .matches(StoreException::retryable);
    }

    @Test
    void seal_kmsDownSinceThePreparation_stillSeals() {
        cipher.prepare("orders", fixture.clock.instant().plus(Duration.ofMinutes(15)));
        fixture.kms.failNext(100, StrictKms::throttled);
        fixture.clock.advance(Duration.ofMinutes(15).minusMillis(1));
        cipher.seal(PLACE, RESULT);
        assertThat(fixture.generated()).isEqualTo(1);
    }

    @Test
    void seal_keyWasRenewedForAnotherCall_stillSealsForTheLongerOne() {
        cipher.prepare("orders", fixture.clock.instant().plus(Duration.ofMinutes(15)));
        fixture.clock.advance(Duration.ofMinutes(6));
        fixture.prepare("orders");
        fixture.kms.failNext(100, StrictKms::throttled);
        fixture.clock.advance(Duration.ofMinutes(9).minusMillis(1));
        cipher.seal(PLACE, RESULT);
        assertThat(fixture.generated()).isEqualTo(2);
    }

    @Test
    void seal_afterEveryPreparedCallEnded_getsANewKey() {
        fixture.prepare("orders");
        fixture.clock.advance(FIVE_MINUTES);
        cipher.seal(PLACE, RESULT);
        assertThat(fixture.generated()).isEqualTo(2);
    }

    @Test
    void prepare_farAhead_countsForADayOnly() {
        cipher.prepare("orders", fixture.clock.instant().plus(Duration.ofDays(400)));
        fixture.clock.advance(Duration.ofHours(24));
        cipher.seal(PLACE, RESULT);
        assertThat(fixture.generated()).isEqualTo(2);
    }

    @Test
    void seal_messageLimitReached_getsANewKey() {
        KmsEnvelopeCipher few = fixture.process()
                .limits(DataKeyLimits.DEFAULT.withMaxMessages(16))
                .build();
        for (int i = 0; i < 33; i++) {
            few.seal(PLACE, RESULT);
        }
        assertThat(fixture.generated()).isEqualTo(3);
    }

    @Test
    void prepare_shortBeforeTheMessageLimit_keepsRoomForCallsUnderWay() {
        KmsEnvelopeCipher few = fixture.process()
                .limits(DataKeyLimits.DEFAULT.withMaxMessages(32))
                .build();
        for (int i = 0; i < 30; i++) {
            few.seal(PLACE, RESULT);
        }
        few.prepare("orders", fixture.clock.instant().plusSeconds(30));
        assertThat(fixture.generated()).isEqualTo(2);
    }

    @Test
    void seal_byteLimitReached_getsANewKey_alsoForOnePayloadAboveIt() {
        KmsEnvelopeCipher few = fixture.process()
                .limits(DataKeyLimits.DEFAULT.withMaxBytes(1 << 20))
                .build();
        few.seal(PLACE, new byte[600_000]);
        few.seal(PLACE, new byte[600_000]);
        few.seal(PLACE, new byte[2_000_000]);
        assertThat(fixture.generated()).isEqualTo(3);
    }

    @Test
    void moreNamespacesThanHeld_theOldestGoesFirst() {
        KmsEnvelopeCipher few = fixture.process()
                .limits(DataKeyLimits.DEFAULT.withMaxHeld(2, 1))
                .build();
        for (String namespace : List.of("a", "b", "a", "c", "a")) {
            few.prepare(namespace, fixture.clock.instant());
        }
        assertThat(fixture.generated()).isEqualTo(3);
        few.prepare("b", fixture.clock.instant());
        assertThat(fixture.generated()).isEqualTo(4);
    }

    @Test
    void open_dataKeyOfAnotherProcess_asksOncePerDataKey() {
        List<Sealed> results = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            results.add(cipher.seal(PLACE, RESULT));
        }
        Sealed ofAThird = fixture.process().build().seal(PLACE, RESULT);
        KmsEnvelopeCipher other = fixture.process().build();
        for (Sealed sealed : results) {
            other.open(PLACE, sealed.digest(), sealed.envelope());
            other.digest(PLACE, sealed.envelope().header(), RESULT);
        }
        other.open(PLACE, ofAThird.digest(), ofAThird.envelope());
        assertThat(fixture.decrypted()).isEqualTo(2);
        fixture.clock.advance(FIVE_MINUTES);
        other.open(PLACE, ofAThird.digest(), ofAThird.envelope());
        assertThat(fixture.decrypted()).isEqualTo(3);
    }

    @Test
    void open_moreDataKeysThanHeld_stillOpens() {
        Sealed first = cipher.seal(PLACE, RESULT);
        Sealed second = fixture.process().build().seal(PLACE, RESULT);
        KmsEnvelopeCipher few = fixture.process()
                .limits(DataKeyLimits.DEFAULT.withMaxHeld(1, 1))
                .build();
        for (Sealed sealed : List.of(first, second, first)) {
            assertThat(few.open(PLACE, sealed.digest(), sealed.envelope())).isEqualTo(RESULT);
        }
        assertThat(fixture.decrypted()).isEqualTo(3);
    }

    @Test
    void concurrentCalls_askOnce() throws Exception {
        together(64, () -> {
            fixture.prepare("orders");
            return cipher.seal(PLACE, RESULT);
        });
        assertThat(fixture.generated()).isEqualTo(1);
    }

    @Test
    void concurrentReplays_askOnce() throws Exception {
        Sealed sealed = cipher.seal(PLACE, RESULT);
        KmsEnvelopeCipher other = fixture.process().build();
        for (byte[] opened : together(64, () -> other.open(PLACE, sealed.digest(), sealed.envelope()))) {
            assertThat(opened).isEqualTo(RESULT);
        }
        assertThat(fixture.decrypted()).isEqualTo(1);
    }

    @Test
    void concurrentUseWhileKeysComeAndGo_losesNothing() throws Exception {
        KmsEnvelopeCipher few = fixture.process()
                .limits(DataKeyLimits.DEFAULT.withMaxMessages(16).withMaxHeld(1, 1))
                .build();
        together(32, () -> {
            for (int i = 0; i < 50; i++) {
                PayloadContext place = CipherFixture.place("n" + i % 3, "x");
                Sealed sealed = few.seal(place, RESULT);
                assertThat(few.open(place, sealed.digest(), sealed.envelope())).isEqualTo(RESULT);
            }
            return "done";
        });
    }

    private static <T> List<T> together(int threads, Callable<T> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(() -> {
                    start.await();
                    return work.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
