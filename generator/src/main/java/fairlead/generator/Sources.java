package fairlead.generator;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Shape;
import fairlead.schema.text.Percent;
import fairlead.schema.text.PointerSteps;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The schemas of one document: by pointer, by reference, and compiled.
final class Sources {

    /// The name under which a type's schema refers to itself.
    private static final String ITSELF = "resource-schema.json";

    /// The pointer of what stands nowhere in the document.
    static final String NOWHERE = "#";

    private final ObjectNode document;
    private final Compiler compiler;
    private final Map<String, Source> known = new ConcurrentHashMap<>();
    private final Map<Source, Source> plain = new ConcurrentHashMap<>();
    private final Map<String, Source> made = new ConcurrentHashMap<>();
    private final Map<String, Shape> shapes = new ConcurrentHashMap<>();
    private final String id;

    Sources(ObjectNode document) {
        this.document = document.deepCopy();
        // The document's own "type" is the word RESOURCE, which is no type of JSON.
        this.document.remove("type");
        String identity = document.path("$id").asString(ITSELF);
        id = identity.endsWith("#") ? identity.substring(0, identity.length() - 1) : identity;
        compiler = new Compiler(Map.of(id, this.document), ITSELF);
    }

    Source root() {
        return at("");
    }

    Source at(String pointer) {
        return known.computeIfAbsent(pointer, p -> new Source(document.at(p), p, false));
    }

    Source child(Source parent, String... steps) {
        StringBuilder pointer = new StringBuilder(parent.pointer());
        for (String step : steps) {
            pointer.append('/').append(PointerSteps.escape(step));
        }
        return at(pointer.toString());
    }

    /// A schema that stands nowhere in the document.
    Source made(ObjectNode schema) {
        return made.computeIfAbsent(schema.toString(), _ -> new Source(schema, NOWHERE, false));
    }

    Source forbidding(String property) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putObject("properties").put(property, false);
        return made(schema);
    }

    Source requiring(String property) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("required").add(property);
        return made(schema);
    }

    /// The same schema without its alternatives.
    Source plain(Source source) {
        return source.plain() ? source : plain.computeIfAbsent(source, s -> new Source(s.schema(), s.pointer(), true));
    }

    /// What a schema refers to; empty if that is not in this document.
    Optional<Source> target(Source source) {
        String reference = source.schema().path("$ref").asString("");
        int hash = reference.indexOf('#');
        String name = hash < 0 ? reference : reference.substring(0, hash);
        String pointer = hash < 0 ? "" : decoded(reference.substring(hash + 1));
        boolean own = name.isEmpty() || name.equals(ITSELF) || name.equals(id);
        boolean there = own && !document.at(pointer).isMissingNode();
        return there ? Optional.of(at(pointer)) : Optional.empty();
    }

    private static String decoded(String fragment) {
        return Percent.decode(fragment);
    }

    /// The validator of a schema of the document; empty for one that stands nowhere in it.
    Optional<Shape> shape(Source source) {
        return source.pointer().equals(NOWHERE)
                ? Optional.empty()
                : Optional.of(shapes.computeIfAbsent(source.pointer(), this::compiled));
    }

    private Shape compiled(String pointer) {
        synchronized (compiler) {
            return compiler.compile(id, pointer);
        }
    }
}
