package fairlead.cli;

import fairlead.cli.schema.SchemaFiles;
import fairlead.schema.graph.Relationship;
import fairlead.schema.graph.TypeGraph;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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
        description = "Show which resource types depend on which, as their schemas say by $ref and relationshipRef.")
final class GraphCommand implements Callable<Integer> {

    private final Session session;

    /// Who the graph is for.
    enum Format {
        TEXT,
        DOT,
        JSON
    }

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "files and folders with schemas")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text for people, dot for Graphviz, json for programs (else text)")
    private Format format = Format.TEXT;

    @Mixin
    private ReferenceOptions references = new ReferenceOptions();

    GraphCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
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
