package fairlead.cli.contract;

import fairlead.cli.input.Documents;
import fairlead.cli.schema.ReferenceOptions;
import fairlead.cli.schema.SchemaFile;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.KeptDocuments;
import fairlead.server.type.OpenedType;
import fairlead.simulation.Behaviour;
import fairlead.simulation.InMemoryResources;
import fairlead.simulation.Simulation;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A schema without a handler, served by a simulation in memory: for contract tests of the schema, or of a behaviour.
final class SimulatedSchema {

    private SimulatedSchema() {}

    /// @param profile by whose rules the schema is read and its handler called
    /// @param references where the documents are that the schema refers to
    static OpenedType open(
            Session session, String file, ReferenceOptions references, Profile profile, Optional<String> behaviour) {
        ResourceSchema declared = SchemaFile.read(session, file, references.of(file), profile, Exit.INVALID);
        ObjectNode document = Simulation.complete(declared.document()).document();
        ResourceSchema schema =
                switch (ResourceSchema.load(document, new KeptDocuments(declared.references()), profile)) {
                    case Loaded.Valid(var valid, var _) -> valid;
                    case Loaded.Invalid(var findings) -> throw invalid(file, findings);
                };
        ObjectNode wanted =
                behaviour.map(name -> Documents.object(session, name)).orElseGet(JsonNodeFactory.instance::objectNode);
        Behaviour parsed = switch (Behaviour.parse(wanted, schema)) {
            case Behaviour.Parsed.Valid(var valid) -> valid;
            case Behaviour.Parsed.Invalid(var findings) -> throw invalid(behaviour.orElse(""), findings);
        };
        return new OpenedType(
                schema, Simulation.handler(schema, parsed, new InMemoryResources()), "simulated", List.of());
    }

    private static Refused invalid(String file, List<Finding> findings) {
        Finding first = findings.getFirst();
        return new Refused(Exit.INVALID, file + ": " + first.message() + " at '" + first.pointer() + "'");
    }
}
