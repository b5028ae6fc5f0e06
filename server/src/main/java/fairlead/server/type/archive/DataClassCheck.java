package fairlead.server.type.archive;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.data.Classification;
import fairlead.schema.data.DataClass;
import fairlead.schema.text.PointerSteps;
import fairlead.server.problem.Problem.Detail;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// Whether the classes of data that a registration declares are those of properties which the schema has.
public final class DataClassCheck {

    private DataClassCheck() {}

    /// @param wrong takes what does not fit
    public static void check(Classification data, ResourceSchema schema, Collection<Detail> wrong) {
        data.of(DataClass.SECRET).stream()
                .filter(path -> schema.has(path) && !canBeSecret(schema, path))
                .forEach(path -> wrong.add(fault(
                        path,
                        "a secret is what the handler makes: expected a single read-only property that is no part of"
                                + " an identifier, found " + path)));
        data.said().keySet().stream()
                .filter(path -> !schema.has(path))
                .forEach(path -> wrong.add(fault(path, "the schema has no property " + path)));
    }

    private static Detail fault(PropertyPath path, String message) {
        return new Detail(
                "registration.dataClasses",
                message,
                TypeArchive.REGISTRATION + "#/dataClasses/" + PointerSteps.escape(path.toString()));
    }

    private static boolean canBeSecret(ResourceSchema schema, PropertyPath path) {
        boolean identifies = Stream.concat(
                        schema.primaryIdentifier().stream(),
                        schema.additionalIdentifiers().stream().flatMap(List::stream))
                .anyMatch(path::equals);
        return schema.readOnly().contains(path) && !path.hasWildcard() && !identifies;
    }
}
