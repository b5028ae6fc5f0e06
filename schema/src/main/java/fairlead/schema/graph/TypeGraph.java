package fairlead.schema.graph;

import fairlead.schema.SchemaTree;
import fairlead.schema.graph.Relationship.Kind;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.Lookup;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Types and the relationships between them.
///
/// @param types the names of all of them, those that are only referred to among them
public record TypeGraph(Set<String> types, List<Relationship> relationships) {

    private static final String ITSELF = "resource-schema.json";

    public TypeGraph {
        types = new TreeSet<>(types);
        relationships = List.copyOf(relationships);
    }

    /// Reads what schemas say.
    ///
    /// @param others where the documents are found that they refer to
    public static TypeGraph of(Collection<? extends JsonNode> schemas, Documents others) {
        Set<String> types = new LinkedHashSet<>();
        List<Relationship> relationships = new ArrayList<>();
        for (JsonNode schema : schemas) {
            String type = Documents.typeName(schema);
            types.add(type);
            SchemaTree.forEach(schema, (at, part) -> {
                reference(schema, type, at, part.path("$ref").asString(""), others, relationships);
                JsonNode related = part.path("relationshipRef");
                if (related.isObject()) {
                    relationships.add(new Relationship(
                            type,
                            at + "/relationshipRef",
                            Documents.typeName(related),
                            related.path("propertyPath").asString(""),
                            Kind.RELATIONSHIP));
                }
            });
        }
        relationships.forEach(relationship -> types.add(relationship.to()));
        return new TypeGraph(types, relationships);
    }

    private static void reference(
            JsonNode schema, String type, String at, String reference, Documents others, List<Relationship> found) {
        int hash = reference.indexOf('#');
        String document = hash < 0 ? reference : reference.substring(0, hash);
        if (document.isEmpty() || document.equals(ITSELF)) {
            return;
        }
        String to = document;
        try {
            URI uri = new URI(schema.path("$id").asString(ITSELF)).resolve(document);
            if (others.find(uri) instanceof Lookup.Found(var other)
                    && !Documents.typeName(other).isEmpty()) {
                to = Documents.typeName(other);
            }
        } catch (java.net.URISyntaxException | IllegalArgumentException e) {
            to = reference;
        }
        found.add(new Relationship(type, at + "/$ref", to, hash < 0 ? "" : reference.substring(hash + 1), Kind.REF));
    }

    /// Each type that depends on others, and what on what.
    public String text() {
        StringBuilder text = new StringBuilder();
        String last = "";
        for (Relationship relationship : relationships) {
            if (!relationship.from().equals(last)) {
                last = relationship.from();
                text.append(last).append('\n');
            }
            text.append("  %s -> %s %s (%s)%n"
                    .formatted(
                            place(relationship),
                            relationship.to(),
                            relationship.property(),
                            relationship.kind().keyword())
                    .replace(System.lineSeparator(), "\n"));
        }
        return text.toString();
    }

    private static String place(Relationship relationship) {
        String pointer = relationship.pointer();
        return pointer.substring(0, pointer.lastIndexOf('/'));
    }

    /// A directed graph for Graphviz.
    public String dot() {
        StringBuilder text = new StringBuilder("digraph types {\n  rankdir=LR;\n  node [shape=box];\n");
        for (String type : types) {
            text.append("  ").append(quoted(type)).append(";\n");
        }
        Set<String> lines = new LinkedHashSet<>();
        for (Relationship relationship : relationships) {
            String place = place(relationship);
            lines.add("  %s -> %s [label=%s];\n"
                    .formatted(
                            quoted(relationship.from()),
                            quoted(relationship.to()),
                            quoted(place.substring(place.lastIndexOf('/') + 1))));
        }
        lines.forEach(text::append);
        return text.append("}\n").toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }
}
