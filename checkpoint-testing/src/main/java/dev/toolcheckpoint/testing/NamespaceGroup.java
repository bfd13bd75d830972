package dev.toolcheckpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.store.ListQuery;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tenants don't see each other. */
abstract class NamespaceGroup {

    private final KitFixture kit;

    NamespaceGroup(KitFixture kit) {
        this.kit = kit;
    }

    @Test
    void sameCallId_inTwoNamespaces_isTwoRecords() {
        CallWalk mine = walk("-a").createClaimed();
        CallWalk theirs = walk("-b").create();

        mine.complete(SampleState.RECEIPT);

        kit.assertHolds(mine);
        kit.assertHolds(theirs);
    }

    @Test
    void list_ofANamespace_showsNothingOfNamesThatLookLikeIt() {
        List<String> suffixes = List.of(
                "-a", "-a ", " -a", "-ab", "-A", "-a%", "-%", "-_", "-*", "-a/", "-a\u0301", "-a\u0000", "-a:b");
        List<CallWalk> walks =
                suffixes.stream().map(suffix -> walk(suffix).create()).toList();

        for (CallWalk walk : walks) {
            String namespace = walk.record().binding().namespace();
            kit.assertListing(() -> assertThat(kit.listed(new ListQuery(namespace, Set.of(), null, 3, null)))
                    .containsExactly(walk.expected()));
        }
    }

    @Test
    void list_ofANamespaceInOtherCase_isEmpty() {
        walk("-a").create();
        String upper = (kit.namespace() + "-a").toUpperCase(Locale.ROOT);

        assertThat(kit.store()
                        .list(new ListQuery(upper, Set.of(), null, 10, null))
                        .records())
                .isEmpty();
    }

    private CallWalk walk(String suffix) {
        return CallWalk.of(kit.store(), KitFixture.binding(kit.namespace() + suffix, "call"));
    }
}
