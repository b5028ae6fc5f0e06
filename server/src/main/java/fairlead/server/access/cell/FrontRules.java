package fairlead.server.access.cell;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Finding;
import fairlead.server.access.Plane;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.Rules;
import fairlead.server.access.Subject;
import fairlead.server.access.Visibility;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// The rules of a cell, and beside them what a front may do by itself: read, keep the cells alike, and delete the parts
/// of a group whose home deletes it.
///
/// @param rules for all others
public record FrontRules(Rules rules) implements Rules {

    private static final String GROUPS = "microsoft.resources/subscriptions/resourcegroups";
    private static final Set<String> CHANGES = Set.of(
            "fairlead.control/cells/write", "fairlead.control/cells/action", GROUPS + "/write", GROUPS + "/delete");

    private static boolean isFront(Subject subject) {
        return subject.id().equals(FrontTokens.FRONT.id());
    }

    private static boolean allows(Action action) {
        String key = action.key();
        return action.plane() == Plane.CONTROL && (key.endsWith("/read") || CHANGES.contains(key));
    }

    @Override
    public long version() {
        return rules.version();
    }

    @Override
    public Finding find(Subject subject, Action action, AccessScope scope, RequestAttributes attributes) {
        if (!isFront(subject)) {
            return rules.find(subject, action, scope, attributes);
        }
        return allows(action) ? new Finding.Allowed("", "front", action.name()) : new Finding.NotAllowed();
    }

    @Override
    public Visibility visible(Subject subject, Action action) {
        if (!isFront(subject)) {
            return rules.visible(subject, action);
        }
        return allows(action) ? Visibility.EVERYTHING : new Visibility(List.of(), List.of());
    }

    @Override
    public boolean hasRole(Subject subject, UUID role, AccessScope scope) {
        return rules.hasRole(subject, role, scope);
    }

    @Override
    public boolean isMember(Subject subject, UUID group) {
        return rules.isMember(subject, group);
    }

    @Override
    public List<String> scopes(Subject subject) {
        return isFront(subject) ? List.of("") : rules.scopes(subject);
    }

    @Override
    public boolean concern(Subject subject, String subscription) {
        return isFront(subject) || rules.concern(subject, subscription);
    }
}
