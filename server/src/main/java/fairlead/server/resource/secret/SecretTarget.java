package fairlead.server.resource.secret;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where the secrets of a resource are pushed whenever they change, and how far that is.
///
/// @param uid of the resource
/// @param subscription in which the resource was when this was made: it has a part of the place to itself
/// @param property the one value that is written, as a JSON pointer; empty for all of them
public record SecretTarget(
        String uid, String name, String subscription, Place place, String property, Made made, State state) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern PATH =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,126}(/[A-Za-z0-9][A-Za-z0-9._-]{0,126}){0,7}");

    /// @param by the name of the principal that has asked for it
    public record Made(String by, Instant at) {}

    /// What kind of place.
    public enum Kind {
        FILE,
        VAULT;

        /// The name on the wire, `file` for example.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @param path below what the operator has allowed, and the subscription
    public record Place(Kind kind, String path) {

        /// Throws [IllegalArgumentException], with what was expected, if the path could lead elsewhere.
        public Place {
            if (!PATH.matcher(path).matches()) {
                throw new IllegalArgumentException(
                        "expected up to eight names with slashes between them, each of letters,"
                                + " digits, '.', '_' and '-' and beginning with a letter or digit, found '" + path
                                + "'");
            }
        }
    }

    /// @param delivered the version of the secrets that was delivered last; 0 if none was
    /// @param tried the version that was tried last
    /// @param attempts how often that was tried in vain
    /// @param message why, the last time; empty if it was not in vain
    public record State(long delivered, Optional<Instant> deliveredAt, long tried, int attempts, String message) {

        static final State NEW = new State(0, Optional.empty(), 0, 0, "");
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
