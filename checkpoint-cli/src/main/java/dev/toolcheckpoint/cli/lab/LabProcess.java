package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * A process of the lab: one attempt at one call. Its standard output is for the lab, which started it and may kill it.
 *
 * <p>Public because it is a program; not meant to be called by anything else.
 */
public final class LabProcess {

    private LabProcess() {}

    /** Makes the call that the words describe. */
    public static void main(String[] words) {
        run(words, service -> service);
    }

    /** The same with another service. */
    static void run(String[] words, UnaryOperator<RefundService> world) {
        ProcessArguments arguments = ProcessArguments.ofWords(words);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Trace trace = new Trace(ProcessArguments.trace(arguments.folder()), arguments.process());
        trace.add(TraceEvent.Kind.STARTED, "pid " + ProcessHandle.current().pid());
        Pauses pauses = new Pauses(arguments.fault(), trace, System.in, out);
        RefundService service = world.apply(new RefundLedger(arguments.ledger()));
        Answer answer = call(arguments, new RefundTool(service, arguments, pauses, trace), trace);
        pauses.reach(Fault.AFTER_COMPLETE);
        trace.add(TraceEvent.Kind.ANSWERED, answer.outcome());
        out.println(answer.toLine());
    }

    private static Answer call(ProcessArguments arguments, RefundTool tool, Trace trace) {
        try {
            return caller(arguments, tool, trace).call();
        } catch (IOException noAnswer) {
            return new Answer(Answer.FAILED, String.valueOf(noAnswer.getMessage()));
        }
    }

    private static ToolCaller caller(ProcessArguments arguments, RefundTool tool, Trace trace) {
        return switch (arguments.strategy()) {
            case NAIVE -> PlainCallers.naive(tool, arguments);
            case CHECKPOINT_ONLY -> PlainCallers.checkpoint(tool, arguments, trace);
            case DOWNSTREAM_IDEMPOTENCY_ONLY -> PlainCallers.downstreamIdempotency(tool, arguments);
            case JOURNAL_IDEMPOTENT, JOURNAL_MANUAL -> new JournalCaller(tool, arguments, trace);
        };
    }
}
