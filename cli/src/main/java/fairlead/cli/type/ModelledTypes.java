package fairlead.cli.type;

import fairlead.cli.bundle.Bundle;
import fairlead.cli.bundle.RegistrationValues;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.smithy.ModelFiles;
import fairlead.cli.smithy.SmithyCommand;
import fairlead.cli.smithy.SmithyOptions;
import fairlead.modelled.Packaging;
import fairlead.schema.Finding;
import fairlead.smithy.convert.Conversion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import tools.jackson.databind.node.ObjectNode;

/// The types of a Smithy model in the form in which a server registers them: for each type an archive of its
/// schema, its settings and its part of the model.
final class ModelledTypes {

    private final Session session;
    private final SmithyOptions options;
    private final RegistrationValues values;

    ModelledTypes(Session session, SmithyOptions options, RegistrationValues values) {
        this.session = session;
        this.options = options;
        this.values = values;
    }

    /// One type of a model.
    ///
    /// @param parent the type that the model nests it in, if there is such a one
    /// @param rehearsed what the model says in advance of how it will work
    record Modelled(String name, byte[] bundle, Optional<String> parent, List<Finding> rehearsed) {

        /// Whether it can't work.
        boolean isHopeless() {
            return rehearsed.stream().anyMatch(Finding::isError);
        }
    }

    /// The archives of all types that are wanted, parents before what is nested under them.
    List<Modelled> bundles() throws InterruptedException {
        String endpoint = options.endpoint();
        Model model = ModelFiles.sound(session, options.files());
        List<ServiceShape> services = SmithyCommand.services(model, options.service());
        if (services.size() > 1) {
            throw new Refused(Exit.USAGE, "the model has several services; say which with --service");
        }
        Conversion.Converted converted = Conversion.of(
                model, services.getFirst(), new Conversion.Options(options.organization(), Optional.empty(), false));
        SmithyCommand.tell(session, converted.findings());
        List<Conversion.Type> types = wanted(model, converted.types());
        List<Modelled> bundles = new ArrayList<>();
        for (Conversion.Type type : types) {
            Packaging packaging = Packaging.of(model, services.getFirst(), type, settings(endpoint));
            values.into(packaging.registration());
            Optional<Conversion.Type> parent = Packaging.parent(model, type, converted.types());
            if (parent.isPresent() && (types.contains(parent.get()) || isServed(parent.get()))) {
                packaging.registration().put("parent", parent.get().name());
            }
            List<Finding> rehearsed = Packaging.rehearsed(model, services.getFirst(), type);
            SmithyCommand.tell(session, type, rehearsed);
            bundles.add(new Modelled(
                    type.name(), Bundle.of(packaging.files()), parent.map(Conversion.Type::name), rehearsed));
        }
        if (bundles.isEmpty()) {
            throw new Refused(Exit.INVALID, "the model has no resource that can be managed");
        }
        return bundles;
    }

    private List<Conversion.Type> wanted(Model model, List<Conversion.Type> types) {
        List<Conversion.Type> wanted = new ArrayList<>();
        for (Conversion.Type type : types) {
            String resource = type.resource().getName();
            String named = type.name().substring(type.name().lastIndexOf(':') + 1);
            boolean isWanted = options.wants(resource) || options.wants(named);
            if (isWanted && Packaging.isComplete(model, type)) {
                wanted.add(type);
            } else if (isWanted) {
                session.note(resource + " is left out: the model has no operations that create, read and delete it");
            }
        }
        wanted.sort(Comparator.comparingInt(
                type -> type.schema().path("primaryIdentifier").size()));
        return wanted;
    }

    private boolean isServed(Conversion.Type type) throws InterruptedException {
        return session.server()
                .get("/fairlead/types")
                .json()
                .path("value")
                .valueStream()
                .anyMatch(entry -> entry.path("typeName").asString("").equals(type.name()));
    }

    private ObjectNode settings(String endpoint) {
        ObjectNode settings = Documents.MAPPER.createObjectNode().put("endpoint", endpoint);
        ObjectNode auth = settings.putObject("auth").put("scheme", options.auth());
        options.region().ifPresent(region -> auth.put("region", region));
        ObjectNode credentials = auth.putObject("credentials");
        options.credentials().forEach(credentials::put);
        return settings;
    }
}
