package dev.toolcheckpoint.explorer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolContext;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

/** Programs of those who want the call made. */
final class Executors {

    private Executors() {}

    /**
     * Runs the tool through the tool runner; the call comes again while it is told to come again.
     *
     * @param calls how often it comes at most
     */
    static Function<Scenario, Program> runner(int calls) {
        return scenario -> host -> {
            Tool<JsonNode, String> tool = Tool.named(Scenario.TOOL, JsonNode.class)
                    .recovery(scenario.recovery())
                    .minimumTime(Duration.ZERO)
                    .quiescence(scenario.quiescence())
                    .handler((input, context) -> act(host, scenario, context));
            ToolCall call = ToolCall.of("test", Scenario.CALL_ID, Scenario.INPUT);
            // The work may take as long as the lease, which is read from a later clock.
            TimeBudget time = new TimeBudget(scenario.lease().plusMillis(scenario.horizon()), scenario.lease());
            for (int arrival = 1; arrival <= calls; arrival++) {
                host.newCall();
                try {
                    ToolOutcome outcome = host.tools().run(tool, call, time);
                    host.told(outcome);
                    if (!(outcome instanceof ToolOutcome.Retryable || outcome instanceof ToolOutcome.InProgress)) {
                        return;
                    }
                } catch (CheckpointException failure) {
                    host.told(failure);
                }
            }
        };
    }

    private static String act(Host host, Scenario scenario, ToolContext context) throws Exception {
        if (context.cancelled()) {
            throw new NoEffectException("LATE", "The deadline is over.");
        }
        long bound = context.deadline().plus(scenario.quiescence()).toEpochMilli();
        Reply reply = host.ask(new Op.Act(bound));
        if (reply instanceof Reply.Lost) {
            throw new IOException("no answer");
        } else if (reply instanceof Reply.NoEffect) {
            throw new NoEffectException("REFUSED", "The downstream refused the request.");
        }
        return "done by attempt " + context.attempt();
    }

    /** Over the journal itself: makes its lease longer before it acts. */
    static Function<Scenario, Program> renewing() {
        return scenario -> host -> {
            try {
                Begin begun = host.journal().begin(scenario.intent(), scenario.lease());
                host.told(begun);
                if (begun instanceof Begin.Acquired acquired
                        && host.journal().renew(acquired.lease(), scenario.lease()) instanceof Renew.Renewed renewed) {
                    actAndComplete(host, scenario, renewed.lease());
                }
            } catch (CheckpointException failure) {
                host.told(failure);
            }
        };
    }

    /** Broken: takes a later attempt's word for the whole call, and stores "no effect" as its outcome. */
    static Function<Scenario, Program> trustingNoEffect() {
        return scenario -> host -> {
            try {
                Begin begun = host.journal().begin(scenario.intent(), scenario.lease());
                host.told(begun);
                if (begun instanceof Begin.Acquired acquired) {
                    actAndComplete(host, scenario, acquired.lease());
                }
            } catch (CheckpointException failure) {
                host.told(failure);
            }
        };
    }

    private static void actAndComplete(Host host, Scenario scenario, Lease lease) {
        long end = lease.leaseUntil().toEpochMilli();
        if (host.clock() >= end) {
            return;
        }
        Reply reply = host.ask(new Op.Act(end + scenario.quiescence().toMillis()));
        if (reply instanceof Reply.Lost) {
            if (!scenario.manual()) {
                host.journal().abandon(lease);
            }
            return;
        }
        Receipt receipt = reply instanceof Reply.NoEffect
                ? Receipt.errorJson("REFUSED", "The downstream refused the request.", true)
                : Receipt.successJson("\"done by attempt " + lease.fence().epoch() + "\"");
        Complete completed = host.journal().complete(lease, receipt);
        if (completed instanceof Complete.Completed done) {
            host.toldExecuted(done.outcome());
        }
    }
}
