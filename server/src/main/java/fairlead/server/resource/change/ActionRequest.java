package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.Action;
import tools.jackson.databind.node.ObjectNode;

/// A request to carry an action out.
///
/// @param type the version of the type that declares the action
public record ActionRequest(Caller caller, ResourceId id, TypeVersion type, Action action, ObjectNode input) {

    /// What the audit trail calls it.
    public String deed() {
        return deed(action);
    }

    /// What the audit trail calls an action.
    public static String deed(Action action) {
        String name = action.name();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
