package fairlead.server.type.archive;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.ResourceHandler;
import fairlead.modelled.ModelledType;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.Problem.Detail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A type that is served by a model and the address of a service, without a handler of its own.
public final class ModelledHandlers {

    /// The file of an archive that has the model, in the JSON AST.
    static final String MODEL = "smithy-model.json";

    private ModelledHandlers() {}

    /// What is wrong with such a type.
    public static List<Detail> wrong(TypeArchive unpacked, ObjectNode settings, ResourceSchema schema) {
        if (!unpacked.jars().containsKey(MODEL)) {
            return List.of(new Detail("archive.model-missing", "expected the model in " + MODEL, MODEL));
        }
        return type(unpacked.folder(), settings, schema).findings().stream()
                .map(finding -> new Detail(
                        finding.id(), finding.message(), TypeArchive.REGISTRATION + "#/smithy" + finding.pointer()))
                .toList();
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
