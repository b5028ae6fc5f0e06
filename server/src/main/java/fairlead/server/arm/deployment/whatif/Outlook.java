package fairlead.server.arm.deployment.whatif;

import fairlead.server.arm.deployment.whatif.ResourceForecasts.Asked;
import fairlead.server.resource.document.Documents;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What will be of a resource, for those that refer to it.
///
/// @param after what would be asked for, if something would
/// @param touched the places of what changes
/// @param unknown the places of what is not known yet
/// @param hidden the places of what must not be shown, with `*` for any item
record Outlook(
        State state,
        Optional<Asked> after,
        List<List<String>> touched,
        List<List<String>> unknown,
        List<List<String>> hidden) {

    /// What would be done.
    enum State {
        /// It stays as it is, or is asked for as before.
        SAME,
        CREATE,
        MODIFY,
        /// Nothing can be said of it.
        LOST
    }

    static final Outlook LOST = new Outlook(State.LOST, Optional.empty(), List.of(), List.of(), List.of());
    static final Outlook SAME = new Outlook(State.SAME, Optional.empty(), List.of(), List.of(), List.of());

    boolean isNew() {
        return state == State.CREATE;
    }

    boolean changes() {
        return state != State.SAME;
    }

    /// Whether the resource as it is says what a property will be.
    ///
    /// @param path below the properties; names in any case
    boolean stays(List<String> path) {
        return state == State.SAME
                || (state == State.MODIFY && touched.stream().noneMatch(place -> meets(place, path)));
    }

    /// Whether everything of it stays but what is given.
    boolean onlyTouched(String member) {
        return touched.stream().allMatch(place -> place.getFirst().equalsIgnoreCase(member));
    }

    private static boolean meets(List<String> place, List<String> path) {
        if (!place.getFirst().equals("properties")) {
            return false;
        }
        List<String> below = place.subList(1, place.size());
        int common = Math.min(below.size(), path.size());
        for (int i = 0; i < common; i++) {
            if (!below.get(i).equals("*") && !below.get(i).equalsIgnoreCase(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// A property as it would be asked for: a plain value, which is read as it was written.
    Optional<JsonNode> asked(List<String> path) {
        if (after.isEmpty()
                || path.isEmpty()
                || unknown.stream().anyMatch(place -> meets(place, path))
                || hidden.stream().anyMatch(place -> meets(place, path))) {
            return Optional.empty();
        }
        JsonNode found = after.get().properties();
        for (String name : path) {
            found = found.isObject() ? member(found, name) : Documents.empty().path(name);
        }
        return found.isValueNode() && !found.isNull() ? Optional.of(found) : Optional.empty();
    }

    private static JsonNode member(JsonNode of, String name) {
        return of.properties().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> of.path(name));
    }
}
