package dev.toolcheckpoint.runs.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DynamoDB's limits, which a stand-in may not know. */
class InlineLimitsTest {

    private static final int LIMIT = 16_384;

    private static List<InlineLimits.Body> bodies(int changes, int cells, int size) {
        List<InlineLimits.Body> bodies = new ArrayList<>();
        for (int change = 0; change < changes; change++) {
            for (int cell = 0; cell < cells; cell++) {
                bodies.add(new InlineLimits.Body(change, "c" + cell, size + cell));
            }
        }
        return bodies;
    }

    private static List<InlineLimits.Body> inline(List<InlineLimits.Body> bodies) {
        InlineLimits limits = new InlineLimits(LIMIT, bodies);
        return bodies.stream().filter(body -> body.size() <= limits.of(body)).toList();
    }

    @Test
    void smallCommit_staysInItsItems() {
        List<InlineLimits.Body> bodies = bodies(90, 3, 4_000);

        assertThat(inline(bodies)).isEqualTo(bodies);
    }

    @Test
    void widestCommit_staysUnderATransaction() {
        List<InlineLimits.Body> bodies = bodies(90, 8, 15_000);

        List<InlineLimits.Body> inline = inline(bodies);

        assertThat(inline.stream().mapToLong(InlineLimits.Body::size).sum()).isBetween(2_000_000L, 3_000_000L);
    }

    @Test
    void itemOfManyCells_staysUnderAnItem_andTheLargestLeaveFirst() {
        List<InlineLimits.Body> bodies = bodies(1, 40, 15_000);

        List<InlineLimits.Body> inline = inline(bodies);

        assertThat(inline.stream().mapToLong(InlineLimits.Body::size).sum()).isBetween(200_000L, 256_000L);
        assertThat(inline).isEqualTo(bodies.subList(0, inline.size()));
    }
}
