package fairlead.server.access.role;

import fairlead.server.access.Action;
import fairlead.server.access.Plane;
import java.util.List;
import java.util.Optional;

/// What a role allows: its actions without its notActions, each plane by itself. A notAction is no prohibition: another
/// role may allow the same.
///
/// Implements "Role definition properties" of "Understand Azure role definitions".
public record Permission(
        List<ActionPattern> actions,
        List<ActionPattern> notActions,
        List<ActionPattern> dataActions,
        List<ActionPattern> notDataActions) {

    public Permission {
        actions = List.copyOf(actions);
        notActions = List.copyOf(notActions);
        dataActions = List.copyOf(dataActions);
        notDataActions = List.copyOf(notDataActions);
    }

    /// One of actions alone.
    public static Permission of(String... actions) {
        return new Permission(patterns(actions), List.of(), List.of(), List.of());
    }

    /// The same without these.
    public Permission without(String... others) {
        return new Permission(actions, patterns(others), dataActions, notDataActions);
    }

    /// The same with these on the data plane.
    public Permission withData(String... data) {
        return new Permission(actions, notActions, patterns(data), notDataActions);
    }

    private static List<ActionPattern> patterns(String... texts) {
        return List.of(texts).stream().map(ActionPattern::new).toList();
    }

    /// The pattern that allows the action; empty if none does.
    public Optional<ActionPattern> allowing(Action action) {
        boolean data = action.plane() == Plane.DATA;
        String key = action.key();
        if ((data ? notDataActions : notActions).stream().anyMatch(pattern -> pattern.matches(key))) {
            return Optional.empty();
        }
        return (data ? dataActions : actions)
                .stream().filter(pattern -> pattern.matches(key)).findFirst();
    }

    /// Whether all that the other allows is allowed by this one, as far as can be seen from the patterns alone.
    boolean includes(Permission other) {
        return includes(actions, notActions, other.actions, other.notActions)
                && includes(dataActions, notDataActions, other.dataActions, other.notDataActions);
    }

    private static boolean includes(
            List<ActionPattern> own,
            List<ActionPattern> not,
            List<ActionPattern> others,
            List<ActionPattern> othersNot) {
        boolean allowed = others.stream().allMatch(asked -> own.stream().anyMatch(one -> one.includes(asked)));
        return allowed
                && not.stream()
                        .allMatch(excluded -> othersNot.stream().anyMatch(one -> one.includes(excluded))
                                || others.stream().noneMatch(asked -> asked.mayMeet(excluded)));
    }
}
