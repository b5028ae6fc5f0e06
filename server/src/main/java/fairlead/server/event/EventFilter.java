package fairlead.server.event;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The events that a follower wants to see. A condition that is empty matches every event.
///
/// @param scope the address of a subscription, a group or a resource, in lower case: what is at it and below it
/// @param types as in addresses, in lower case
/// @param changes such as `failed`, in lower case
public record EventFilter(Optional<String> scope, Set<String> types, Set<Event.Kind> kinds, Set<String> changes) {

    public EventFilter {
        types = Set.copyOf(types);
        kinds = Set.copyOf(kinds);
        changes = Set.copyOf(changes);
    }

    public boolean shows(Event event) {
        return (kinds.isEmpty() || kinds.contains(event.kind()))
                && (scope.isEmpty() || isIn(event.key(), scope.get()))
                && (types.isEmpty() || types.contains(event.resourceType().toLowerCase(Locale.ROOT)))
                && (changes.isEmpty() || changes.contains(event.change().toLowerCase(Locale.ROOT)));
    }

    private static boolean isIn(String key, String scope) {
        return key.startsWith(scope) && (key.length() == scope.length() || key.charAt(scope.length()) == '/');
    }
}
