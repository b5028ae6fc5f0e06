package fairlead.server.type.archive;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.ResourceHandler;
import fairlead.modelled.ModelledType;
import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.Problem.Detail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// A type that is served by a model and the address of a service, without a handler of its own.
public final class ModelledHandlers {

    /// The file of an archive that has the model, in the JSON AST.
    static final String MODEL = "smithy-model.json";

    private ModelledHandlers() {}

    /// Looks at such a type: what is wrong with it, and what its model says in advance of how it will work.
    ///
    /// @param wrong takes what keeps it from being registered
    /// @param warnings takes the rest
    public static void check(
            TypeArchive unpacked,
            ObjectNode settings,
            ResourceSchema schema,
            Collection<Detail> wrong,
            Collection<Finding> warnings) {
        if (!unpacked.jars().containsKey(MODEL)) {
            wrong.add(new Detail("archive.model-missing", "expected the model in " + MODEL, MODEL));
            return;
        }
        ModelledType type = type(unpacked.folder(), settings, schema);
        Stream.concat(type.findings().stream(), type.rehearsed().stream())
                .distinct()
                .forEach(finding -> {
                    String place = TypeArchive.REGISTRATION + "#/smithy" + finding.pointer();
                    if (finding.isError()) {
                        wrong.add(new Detail(finding.id(), finding.message(), place));
                    } else {
                        warnings.add(Finding.warning(finding.id(), place, finding.message()));
                    }
                });
    }

    /// The handler of such a type.
    ///
    /// @param folder that has the model
    public static ResourceHandler handler(Path folder, ObjectNode settings, ResourceSchema schema) {
        ModelledType type = type(folder, settings, schema);
        return type.handler()
                .orElseThrow(() -> new HandlerException(
                        ErrorCode.HANDLER_INTERNAL_FAILURE,
                        "The model can't be served: "
                                + type.findings().getFirst().message()));
    }

    private static ModelledType type(Path folder, ObjectNode settings, ResourceSchema schema) {
        try {
            return ModelledType.of(Files.readString(folder.resolve(MODEL)), settings, schema, System.getenv());
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read the model in " + folder, failure);
        }
    }
}
