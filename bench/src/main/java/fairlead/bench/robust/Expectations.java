package fairlead.bench.robust;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What has to be found in the end of resources that have one client each: what that client was told last.
final class Expectations {

    private final Map<String, Optional<String>> resources = new ConcurrentHashMap<>();
    private final Map<String, TokenUse> tokens = new ConcurrentHashMap<>();

    /// What is known of a client token.
    ///
    /// @param text of the resource that was to be made with it, and with no other token
    /// @param request the token of the request that it stands for
    /// @param made whether that has succeeded
    record TokenUse(String text, String request, boolean made) {}

    void present(String id, String text) {
        resources.put(id, Optional.of(text));
    }

    /// A change is under way, of which nothing is known yet.
    void unknown(String id) {
        resources.remove(id);
    }

    void absent(String id) {
        resources.put(id, Optional.empty());
    }

    /// By id: the text, or empty if the resource has to be gone.
    Map<String, Optional<String>> resources() {
        return Map.copyOf(resources);
    }

    void token(String clientToken, TokenUse use) {
        tokens.put(clientToken, use);
    }

    Map<String, TokenUse> tokens() {
        return Map.copyOf(tokens);
    }
}
