package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A definition, a set, an assignment or an exemption. What is in its properties was checked when it was written.
///
/// @param properties as the REST API has them
/// @param systemData who wrote it when; empty for what ships with the program
public record PolicyObject(
        PolicyKind kind, AccessScope scope, String name, ObjectNode properties, ObjectNode systemData) {

    /// As ARM names it.
    public String id() {
        return scope.path() + "/providers/" + kind.type() + "/" + name;
    }

    /// The form for comparisons.
    public String key() {
        return key(id());
    }

    /// The same of an id.
    static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    /// What people call it.
    public String title() {
        return text("displayName").isEmpty() ? name : text("displayName");
    }

    /// A text among the properties; empty if there is none.
    public String text(String property) {
        return properties.path(property).asString("");
    }

    JsonNode property(String property) {
        return properties.path(property);
    }

    /// Whether it ships with the program.
    public boolean isBuiltIn() {
        return text("policyType").equals("BuiltIn");
    }
}
