package fairlead.cli.schema;

import fairlead.cli.address.Scope;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import fairlead.schema.graph.Relationship;
import fairlead.schema.graph.TypeGraph;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "graph",
        description = "Show which resource types depend on which, as their schemas say by $ref and relationshipRef; or"
                + " without files, which resources of the server mean which others.")
public final class GraphCommand implements Callable<Integer> {

    private final Session session;

    /// Who the graph is for.
    enum Format {
        TEXT,
        DOT,
        JSON
    }

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "files and folders with schemas")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text for people, dot for Graphviz, json for programs (else text)")
    private Format format = Format.TEXT;

    @Option(
            names = "--subscription",
            paramLabel = "ID",
            description = "the subscription whose resources are shown (FAIRLEAD_SUBSCRIPTION)")
    private Optional<String> subscription = Optional.empty();

    @Option(
            names = {"-g", "--group"},
            paramLabel = "NAME",
            description = "the resource group (else all of the subscription)")
    private Optional<String> group = Optional.empty();

    @Mixin
    private ReferenceOptions references = new ReferenceOptions();

    public GraphCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (files.isEmpty()) {
            new LiveGraph(session, Scope.subscription(session.env(), subscription), group).print(format);
            return Exit.OK.code();
        }
        SchemaFiles schemas = SchemaFiles.read(files);
        TypeGraph graph = TypeGraph.of(schemas.documents(), schemas.references(references.documents()));
        switch (format) {
            case TEXT -> session.out().print(graph.text());
            case DOT -> session.out().print(graph.dot());
            case JSON -> session.print(json(graph).toString().getBytes(StandardCharsets.UTF_8));
        }
        return Exit.OK.code();
    }

    private static ObjectNode json(TypeGraph graph) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode types = json.putArray("types");
        graph.types().forEach(types::add);
        ArrayNode relationships = json.putArray("relationships");
        for (Relationship relationship : graph.relationships()) {
            relationships
                    .addObject()
                    .put("from", relationship.from())
                    .put("pointer", relationship.pointer())
                    .put("to", relationship.to())
                    .put("property", relationship.property())
                    .put("keyword", relationship.kind().keyword());
        }
        return json;
    }
}
