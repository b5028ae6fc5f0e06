package fairlead.server.type;

import fairlead.handler.ResourceHandler;
import fairlead.lambda.Providers;
import fairlead.lambda.Settings;
import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.Documents;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.archive.ArchiveReader;
import fairlead.server.type.archive.IsolatedHandler;
import fairlead.server.type.archive.ModelledHandlers;
import fairlead.server.type.archive.TypeArchive;
import fairlead.server.type.definition.Registration;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/// A type's archive, opened as a registration opens it and registered nowhere: for contract tests on the
/// machine of its author. What a registration would refuse is refused here in the same words.
///
/// @param digest of the version that these files would be
/// @param handler starts at its first call, in a process of its own, as a server starts it
/// @param warnings what is probably not as it was meant
public record OpenedType(ResourceSchema schema, ResourceHandler handler, String digest, List<Finding> warnings) {

    public OpenedType {
        warnings = List.copyOf(warnings);
    }

    /// Opens an archive; throws [ProblemException] with everything that is wrong with it.
    ///
    /// @param folder an empty one for the jars, which stay there as long as the handler is used; processes are
    ///     given another beside it, and end with this one
    public static OpenedType of(byte[] archive, Path folder) {
        Path beside = folder.resolveSibling(folder.getFileName() + "-providers");
        return of(archive, folder, new Providers(beside, Settings.standard(), Clock.systemUTC()), Documents.none());
    }

    /// @param providers hosts it if it is a CloudFormation provider
    /// @param others where the documents are that its schema refers to
    public static OpenedType of(byte[] archive, Path folder, Providers providers, Documents others) {
        TypeArchive unpacked = ArchiveReader.of(archive, folder);
        ArchiveInspection inspection = ArchiveInspection.of(unpacked, others);
        inspection.tryHandler(providers);
        ResourceSchema schema = inspection.alone();
        Supplier<ResourceHandler> handler = handler(inspection.registration(), schema, unpacked, providers);
        return new OpenedType(
                schema, IsolatedHandler.of(schema.handlers(), handler), unpacked.digest(), inspection.warnings());
    }

    private static Supplier<ResourceHandler> handler(
            Registration registration, ResourceSchema schema, TypeArchive unpacked, Providers providers) {
        String version = "00000001";
        if (registration.endpoint().isPresent()) {
            return () ->
                    providers.remote(unpacked.digest(), registration.endpoint().get(), schema, version);
        }
        if (registration.smithy().isPresent()) {
            return () -> ModelledHandlers.handler(
                    unpacked.folder(), registration.smithy().get(), schema);
        }
        if (registration.template().isPresent()) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "registration.template",
                    schema.typeName() + " has no handler of its own: its template is carried out by a server, where the"
                            + " types are that it uses. Register it on one and make a resource of it.",
                    "fairlead.json#/template"));
        }
        return () -> registration
                .handler()
                .map(className ->
                        providers.java(unpacked.digest(), schema, () -> unpacked.code(className, registration.needs())))
                .orElseGet(() ->
                        providers.handler(unpacked.digest(), unpacked.folder(), schema, version, registration.needs()));
    }
}
