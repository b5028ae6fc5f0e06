package fairlead.armtemplate.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Puts ids of resources together: types and names in turn.
public final class ResourceIds {

    private ResourceIds() {}

    /// The index of the argument that is a type: the first one, from some index on, that names a namespace
    /// and a type.
    public static int typeAt(Arguments a, int from) {
        for (int i = from; i < a.count(); i++) {
            if (a.text(i).indexOf('/') > 0) {
                return i;
            }
        }
        throw a.fault("expected a resource type such as 'Microsoft.Namespace/type' among the arguments");
    }

    /// A prefix, a type, and the names that follow it.
    ///
    /// @param prefix the id of what the resource is in, `""` for the tenant
    /// @param at the index of the argument that is the type
    public static String id(Arguments a, String prefix, int at) {
        List<String> names = new ArrayList<>();
        for (int i = at + 1; i < a.count(); i++) {
            JsonNode name = a.get(i);
            names.add(name.isNumber() ? a.simple(i) : a.text(i));
        }
        String type = a.text(at);
        String[] segments = (type.endsWith("/") ? type.substring(0, type.length() - 1) : type).split("/", -1);
        if (Arrays.asList(segments).contains("")) {
            throw a.fault("the type '" + type + "' is not a resource type such as 'Microsoft.Namespace/type'");
        }
        if (names.size() == 1 && segments.length > 2 && names.getFirst().contains("/")) {
            names = Arrays.asList(names.getFirst().split("/", -1));
        }
        if (names.size() != segments.length - 1) {
            throw a.fault("the type '" + type + "' requires '" + (segments.length - 1)
                    + "' resource name argument(s), found '" + names.size() + "'");
        }
        return joined(prefix, segments, names);
    }

    /// A prefix, a type and its names, as many as the type has segments behind its namespace.
    public static String id(String prefix, String type, String name) {
        return joined(prefix, type.split("/", -1), Arrays.asList(name.split("/", -1)));
    }

    private static String joined(String prefix, String[] segments, List<String> names) {
        StringBuilder id = new StringBuilder(prefix).append("/providers/").append(segments[0]);
        for (int i = 0; i < names.size(); i++) {
            id.append('/').append(segments[i + 1]).append('/').append(names.get(i));
        }
        return id.toString();
    }
}
