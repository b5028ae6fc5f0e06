package fairlead.server.type;

import fairlead.handler.ResourceHandler;
import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.ProblemException;
import java.nio.file.Path;
import java.util.List;

/// A type's archive, opened as a registration opens it and registered nowhere: for contract tests on the machine of
/// its author. What a registration would refuse is refused here in the same words.
///
/// @param digest of the version that these files would be
/// @param handler loaded at its first call, as a server loads it
/// @param warnings what is probably not as it was meant
public record OpenedType(ResourceSchema schema, ResourceHandler handler, String digest, List<Finding> warnings) {

    public OpenedType {
        warnings = List.copyOf(warnings);
    }

    /// Opens an archive; throws [ProblemException] with everything that is wrong with it.
    ///
    /// @param folder an empty one for the jars, which stay there as long as the handler is used
    public static OpenedType of(byte[] archive, Path folder) {
        Unpacked unpacked = Unpacking.of(archive, folder);
        Inspection inspection = Inspection.of(unpacked);
        ResourceSchema schema = inspection.alone();
        String className = inspection.className();
        ResourceHandler handler =
                IsolatedHandler.of(schema.handlers(), () -> HandlerLoader.make("tested", className, unpacked));
        return new OpenedType(schema, handler, unpacked.digest(), inspection.warnings());
    }
}
