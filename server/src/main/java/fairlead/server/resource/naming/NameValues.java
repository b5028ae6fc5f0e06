package fairlead.server.resource.naming;

import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.server.resource.document.Documents;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Names as values of the properties that they fill in.
public final class NameValues {

    private NameValues() {}

    /// What the schema says against a name as a value of the property; empty if nothing.
    public static Optional<String> flaw(ResourceSchema schema, PropertyPath path, String name) {
        ObjectNode model = Documents.empty();
        path.set(model, typed(schema, path, name));
        return schema.validateModel(model).stream()
                .filter(finding -> finding.isError() && finding.pointer().equals(path.modelPointer()))
                .findFirst()
                .map(Finding::message);
    }

    /// Whether a resource can have the name without being identified by it. That is so if the identifier can't be a
    /// name; and also if the name can't be an identifier, of a type whose identifiers are not all names.
    public static boolean isFree(TypeVersion type, String name, String identifier) {
        return type.leavesNameFree(identifier)
                || (type.hasFreeNames()
                        && flaw(type.schema(), type.namedBy().getLast(), name).isPresent());
    }

    /// The name as a value of the property's type: a number where the schema wants one, of the class that a parser
    /// makes of it.
    public static JsonNode typed(ResourceSchema schema, PropertyPath path, String name) {
        ObjectNode text = Documents.empty();
        path.set(text, StringNode.valueOf(name));
        boolean isText = schema.validateModel(text).isEmpty();
        if (isText || !name.matches("-?[0-9]{1,18}")) {
            return StringNode.valueOf(name);
        }
        long number = Long.parseLong(name);
        return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
    }
}
