package dev.toolcheckpoint.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.CheckpointListener;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolContext;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolResult;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The command as a tool: starts it, renews the lease while it lives, and passes signals on to it.
 *
 * <p>A lease that can't be kept means different things. Nobody ever runs a manual call again, so its command goes on, and its
 * end still counts when nobody settled the call meanwhile. An idempotent call may be taken over, so its command is ended.
 */
final class CommandTool implements ToolHandler<JsonNode, ToolResult>, CheckpointListener {

    private static final long LONGEST_GRACE_MS = 10_000;

    private final List<String> command;
    private final Recovery recovery;
    private final Duration leaseLength;
    private final @Nullable OutputStream live;
    private final Consumer<String> warnings;
    private final AtomicReference<@Nullable Lease> lease = new AtomicReference<>();
    private @Nullable Journal journal;
    private @Nullable ChildProcess child;
    private @Nullable String signalBeforeStart;
    private volatile boolean stopped;

    CommandTool(
            List<String> command,
            Recovery recovery,
            Duration leaseLength,
            @Nullable OutputStream live,
            Consumer<String> warnings) {
        this.command = List.copyOf(command);
        this.recovery = recovery;
        this.leaseLength = leaseLength;
        this.live = live;
        this.warnings = warnings;
    }

    /** The journal that this listens to. */
    void journal(Journal value) {
        this.journal = value;
    }

    /** The claimed attempt, once there is one. */
    @Nullable
    Lease lease() {
        return lease.get();
    }

    @Override
    public void on(CheckpointEvent event) {
        if (event instanceof CheckpointEvent.Acquired acquired) {
            lease.set(Lease.of(
                    acquired.key(),
                    acquired.fence(),
                    acquired.leaseUntil(),
                    acquired.fence().epoch() > 1,
                    null));
        }
    }

    @Override
    @SuppressWarnings("try") // what is renewed is not asked
    public ToolResult handle(JsonNode input, ToolContext context) throws Exception {
        ChildProcess started = start(context);
        CommandOutput output;
        try (LeaseKeeper keeper = LeaseKeeper.start(
                present(journal), present(lease.get()), leaseLength, how -> lost(started, how), warnings)) {
            output = started.await();
        }
        if (stopped) {
            throw new IOException("The lease was lost and the command was ended, so that never two run.");
        }
        if (output.exitCode() == 0) {
            return ToolResult.json(Json.line(output.document()));
        }
        throw new ToolException(
                "EXIT_" + output.exitCode(), "The command exited with " + output.exitCode() + ".", output.document());
    }

    private synchronized ChildProcess start(ToolContext context) throws NoEffectException {
        if (signalBeforeStart != null) {
            throw new NoEffectException(
                    "STOPPED", "SIG" + signalBeforeStart + " came before the command was started; nothing happened.");
        }
        try {
            child = ChildProcess.start(command, environment(context), live);
            return child;
        } catch (IOException notStarted) {
            throw new NoEffectException(
                    "NOT_STARTED", "The command could not be started; nothing happened: " + notStarted.getMessage());
        }
    }

    private static Map<String, String> environment(ToolContext context) {
        return Map.of(
                "CHECKPOINT_IDEMPOTENCY_KEY", context.idempotencyKey(),
                "CHECKPOINT_NAMESPACE", context.namespace(),
                "CHECKPOINT_KEY", context.callId(),
                "CHECKPOINT_ATTEMPT", String.valueOf(context.attempt()));
    }

    /** A signal for us is one for the command. */
    synchronized void signal(String name) {
        if (child == null) {
            signalBeforeStart = name;
        } else if (!name.equals("INT") || !Signals.foregroundJob()) {
            child.signal(name);
        }
    }

    private void lost(ChildProcess running, LeaseKeeper.Lost how) {
        String what = how == LeaseKeeper.Lost.ENDED ? "The lease is lost" : "The lease ends and can't be renewed";
        if (recovery instanceof Recovery.Manual) {
            warnings.accept(
                    what + ". The call becomes uncertain for everybody else; the command goes on, and its end will"
                            + " be recorded unless somebody settles the call before.");
            return;
        }
        warnings.accept(what + ", and another attempt may start: the command is ended.");
        stopped = true;
        try {
            running.stop(Math.min(LONGEST_GRACE_MS, leaseLength.toMillis() / 12));
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("A tool runs after its call was acquired.");
        }
        return value;
    }
}
