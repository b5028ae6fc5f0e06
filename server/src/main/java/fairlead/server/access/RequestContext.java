package fairlead.server.access;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// By which way a request came in: what the audit trail tells of it besides who sent it.
///
/// @param door the surface that serves it, `arm` for example; empty for what did not come as a request
/// @param userAgent the program of the caller, as it says itself, no longer than it may be recorded
/// @param apiVersion the version of the interface that was asked for; empty if none was
/// @param key by which it is signed
public record RequestContext(String door, String userAgent, String apiVersion, Optional<UsedKey> key) {

    /// Of what did not come as a request.
    public static final RequestContext NONE = new RequestContext("", "", "", Optional.empty());

    private static final int LONGEST = 256;

    public RequestContext {
        userAgent = userAgent.length() > LONGEST ? userAgent.substring(0, LONGEST) : userAgent;
        apiVersion = apiVersion.length() > LONGEST ? apiVersion.substring(0, LONGEST) : apiVersion;
    }

    /// An access key, without its secret.
    ///
    /// @param id of the key
    /// @param account the number of its account
    /// @param arn of its user or session
    /// @param sources the ids of those who have begun the session
    public record UsedKey(String id, String account, String arn, List<UUID> sources) {

        public UsedKey {
            sources = List.copyOf(sources);
        }
    }

    /// The same, signed by that key.
    public RequestContext signedBy(UsedKey used) {
        return new RequestContext(door, userAgent, apiVersion, Optional.of(used));
    }
}
