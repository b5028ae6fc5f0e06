package fairlead.cli.address;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.schema.text.Percent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The address of a resource, or of a collection of resources.
///
/// @param names one for each segment of the type; one less for a collection
public record Address(Scope.Place place, Type type, List<String> names) {

    public Address {
        names = List.copyOf(names);
    }

    /// The address of a resource.
    ///
    /// @param parents the names of its parents, the outermost first; each may hold several, `authority/name`
    public static Address resource(Scope.Place place, Type type, List<String> parents, String name) {
        List<String> names = split(parents);
        names.addAll(split(List.of(name)));
        return counted(place, type, names, type.segments().size(), "NAME");
    }

    /// The address of all resources of a type below those parents.
    public static Address collection(Scope.Place place, Type type, List<String> parents) {
        return counted(place, type, split(parents), type.segments().size() - 1, "--parent");
    }

    private static Address counted(Scope.Place place, Type type, List<String> names, int expected, String where) {
        if (names.size() == expected && names.stream().noneMatch(String::isEmpty)) {
            return new Address(place, type, names);
        }
        String shape = String.join("/", type.segments().subList(0, expected));
        throw new Refused(
                Exit.USAGE,
                type.armType() + " takes " + expected + (expected == 1 ? " name" : " names")
                        + (expected > 0 ? " (" + where + " of the shape " + shape + ")" : "") + ", found "
                        + (names.isEmpty() ? "none" : String.join("/", names)));
    }

    private static List<String> split(List<String> names) {
        List<String> all = new ArrayList<>();
        names.forEach(name -> all.addAll(Arrays.asList(name.split("/", -1))));
        return all;
    }

    /// The path of a request, `api-version` included.
    public String path() {
        return id() + "?api-version=" + encode(type.apiVersion());
    }

    /// The path alone.
    public String id() {
        StringBuilder path =
                new StringBuilder(place.path()).append("/providers/").append(encode(type.namespace()));
        List<String> segments = type.segments();
        for (int i = 0; i < segments.size(); i++) {
            path.append('/').append(encode(segments.get(i)));
            if (i < names.size()) {
                path.append('/').append(encode(names.get(i)));
            }
        }
        return path.toString();
    }

    /// The name as the person gave it.
    @Override
    public String toString() {
        return type.segments().getLast() + (names.isEmpty() ? "" : "/" + String.join("/", names));
    }

    /// The text as one segment of a path.
    public static String encode(String text) {
        return Percent.encode(text);
    }
}
