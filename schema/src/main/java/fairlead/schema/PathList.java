package fairlead.schema;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The lists of paths at the top of a schema.
enum PathList {
    PRIMARY_IDENTIFIER("primaryIdentifier"),
    READ_ONLY("readOnlyProperties"),
    WRITE_ONLY("writeOnlyProperties"),
    CREATE_ONLY("createOnlyProperties"),
    CONDITIONAL_CREATE_ONLY("conditionalCreateOnlyProperties"),
    DEPRECATED("deprecatedProperties"),
    NON_PUBLIC("nonPublicProperties");

    private final String keyword;

    PathList(String keyword) {
        this.keyword = keyword;
    }

    String keyword() {
        return keyword;
    }

    /// The paths of this list in a document; those that can't be read are left out.
    List<PropertyPath> in(JsonNode document) {
        return read(document.path(keyword));
    }

    /// The paths that lead to one value each: no other can identify anything.
    static List<PropertyPath> ofOneValue(JsonNode list) {
        return read(list).stream().filter(path -> !path.hasWildcard()).toList();
    }

    static List<PropertyPath> read(JsonNode list) {
        List<PropertyPath> paths = new ArrayList<>();
        for (JsonNode path : list) {
            PropertyPath.ifWellFormed(path.asString("")).ifPresent(paths::add);
        }
        return List.copyOf(paths);
    }
}
