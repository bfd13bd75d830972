package dev.toolcheckpoint.cli;

import dev.toolcheckpoint.cli.io.Json;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what goes wrong into a sentence on stderr and, where an answer would be JSON, the error document on stdout. */
final class FailureHandlers implements IExecutionExceptionHandler, IParameterExceptionHandler {

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        Failure failure = Failure.of(thrown);
        report(failure, command, wantsJson(command, parsed.originalArgs()));
        if (failure.internal()) {
            thrown.printStackTrace(command.getErr());
        }
        return failure.exitCode();
    }

    @Override
    public int handleParseException(ParameterException refused, String[] args) {
        CommandLine command = refused.getCommandLine();
        Failure failure = Failure.refusedArgument(sentence(refused));
        report(failure, command, wantsJson(command, List.of(args)));
        PrintWriter err = command.getErr();
        UnmatchedArgumentException.printSuggestions(refused, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return failure.exitCode();
    }

    private static void report(Failure failure, CommandLine command, boolean json) {
        if (json) {
            command.getOut().println(Json.line(failure.document()));
            command.getOut().flush();
        }
        command.getErr().println(failure.message());
    }

    private static boolean wantsJson(CommandLine command, List<String> args) {
        if (command.getCommand() instanceof AnswersInJson) {
            return true;
        }
        OptionSpec option = command.getCommandSpec().findOption(OutputOptions.JSON);
        if (option != null && option.arity().max() > 0) {
            // A command of which --json names a file.
            return false;
        }
        // Not from the parsed options: what could not be parsed may have asked for it, too.
        for (String arg : args) {
            if (arg.equals("--")) {
                return false;
            }
            if (arg.equals(OutputOptions.JSON)) {
                return true;
            }
        }
        return false;
    }

    private static String sentence(ParameterException refused) {
        String message = String.valueOf(refused.getMessage()).strip();
        return message.endsWith(".") ? message : message + ".";
    }
}
