package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.delivery.Deliverer.Result;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What a failure of one attempt says about the message. Results name codes and statuses only: a service's message may quote what was
 * sent. Stateless.
 */
final class Failures {

    /** Ends of codes of what an operator may put right, after which the same message arrives. Compared in lower case. */
    private static final Set<String> SETUP = Set.of(
            "accessdenied",
            "accessdeniedexception",
            "authfailure",
            "expiredtoken",
            "expiredtokenexception",
            "incompletesignature",
            "incompletesignatureexception",
            "invalidclienttokenid",
            "invalidsignatureexception",
            "missingauthenticationtoken",
            "missingauthenticationtokenexception",
            "nonexistentqueue",
            "notauthorized",
            "optinrequired",
            "queuedoesnotexist",
            "requestexpired",
            "requesttimetooskewed",
            "resourcenotfoundexception",
            "signaturedoesnotmatch",
            "unrecognizedclientexception");

    private static final Set<String> THROTTLES = Set.of("limitexceededexception", "requestthrottled");

    private Failures() {}

    static Result of(String operation, SdkException failure) {
        if (failure instanceof AwsServiceException answer && answer.statusCode() > 0) {
            return answered(operation, answer);
        }
        String what = operation + " failed (" + failure.getClass().getSimpleName() + ")";
        return beforeSending(failure)
                ? new Result.NotArrived(what + " before anything was sent.")
                : new Result.Unknown(what + " before an answer came.");
    }

    private static Result answered(String operation, AwsServiceException answer) {
        String code = code(answer);
        String what = operation + " was answered with " + code + ", status " + answer.statusCode() + ".";
        return classify(what, code, answer.statusCode(), answer.isThrottlingException());
    }

    /** By the code, and by the status where there is one of the request's own. */
    static Result classify(String what, String code, int status, boolean throttled) {
        String end = code.toLowerCase(Locale.ROOT);
        end = end.substring(end.lastIndexOf('.') + 1);
        if (throttled || status == 429 || THROTTLES.contains(end) || end.startsWith("kmsthrottled")) {
            return new Result.NotArrived(what);
        }
        if (status >= 500) {
            return new Result.Unknown(what + " It may have been accepted before.");
        }
        // Keys and permissions are put right by an operator, and an outcome refused for good could not be delivered
        // then.
        boolean setup = SETUP.contains(end) || end.startsWith("kms") || status == 401 || status == 403 || status == 408;
        return setup ? new Result.NotArrived(what) : new Result.Refused(what);
    }

    static String code(AwsServiceException answer) {
        String code = answer.awsErrorDetails() == null
                ? null
                : answer.awsErrorDetails().errorCode();
        return code == null ? "no code" : code;
    }

    private static boolean beforeSending(@Nullable Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof ConnectException
                    || at instanceof UnknownHostException
                    || at instanceof NoRouteToHostException
                    || at instanceof SSLHandshakeException) {
                return true;
            }
        }
        return false;
    }
}
