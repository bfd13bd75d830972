package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.inspect.Table;
import dev.toolcheckpoint.runs.ApprovalNotifier;
import java.util.List;
import java.util.function.Consumer;

/** Tells whoever watches a worker what waits for a decision, without arguments and token: who reads this may reach the store. */
record TerminalNotifier(Consumer<String> out, List<String> store) implements ApprovalNotifier {

    @Override
    public boolean send(Request request) {
        Hints hints = new Hints(request.run().namespace(), store);
        String id = request.run().id();
        out.accept("Run " + id + " waits for approval of " + Table.plain(request.tool()) + ":");
        out.accept("  " + hints.command("show " + id + " --show-payload"));
        out.accept("  " + hints.command("approve " + id + " " + request.approvalId() + " --by YOU"));
        return true;
    }
}
