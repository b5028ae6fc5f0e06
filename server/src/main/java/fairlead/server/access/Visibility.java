package fairlead.server.access;

import java.util.List;

/// What of a list a caller may see: whatever is at or below one of the scopes that are allowed, and of no scope that is
/// denied.
///
/// @param allowed keys of scopes
/// @param denied those of which it sees nothing, even so
public record Visibility(List<String> allowed, List<Hidden> denied) {

    /// All there is.
    public static final Visibility EVERYTHING = new Visibility(List.of(""), List.of());

    /// What is hidden.
    ///
    /// @param key of the scope
    /// @param alone whether that scope alone, and none below it
    public record Hidden(String key, boolean alone) {}

    public Visibility {
        allowed = List.copyOf(allowed);
        denied = List.copyOf(denied);
    }

    /// Whether what has this id is to be seen.
    ///
    /// @param key an id in lower case
    public boolean covers(String key) {
        return allowed.stream().anyMatch(scope -> AccessScope.isAbove(scope, key)) && !hides(key);
    }

    private boolean hides(String key) {
        return denied.stream().anyMatch(one -> one.alone ? one.key.equals(key) : AccessScope.isAbove(one.key, key));
    }

    /// Whether all that is at a scope or below it is to be seen: then nothing has to be looked at one by one.
    ///
    /// @param key of the scope
    public boolean coversAllOf(String key) {
        return covers(key) && denied.stream().noneMatch(one -> AccessScope.isAbove(key, one.key));
    }

    /// Whether anything at a scope, or below it, is to be seen.
    ///
    /// @param key of the scope
    public boolean reaches(String key) {
        return covers(key) || allowed.stream().anyMatch(scope -> AccessScope.isAbove(key, scope) && !hides(scope));
    }
}
