package dev.toolcheckpoint.deliverers.http;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which addresses are sent to. */
enum Receivers {
    /** Encrypted ones, and those of this host. */
    HTTPS,
    /** Also plain ones. */
    ANY;

    /** Why not to this one, without its path, query or user: they may be secret; {@code null} when it is fine. */
    @Nullable
    String whyNot(URI address) {
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        String host = address.getHost();
        if (!(scheme.equals("https") || scheme.equals("http")) || host == null) {
            return "An address is an absolute https URL with a host.";
        }
        if (address.getRawUserInfo() != null || address.getRawFragment() != null) {
            return "The address of " + host + " has a user or a fragment; send credentials in a header.";
        }
        if (scheme.equals("http") && this == HTTPS && !loopback(host)) {
            return "The address of " + host + " is not encrypted. Use https, or allow plain HTTP explicitly.";
        }
        return null;
    }

    /** By its text alone: a name that is looked up may lead anywhere. */
    private static boolean loopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.equals("[::1]")
                || host.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
    }
}
