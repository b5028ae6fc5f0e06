package fairlead.schema;

import static java.util.Map.entry;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Shape;
import fairlead.schema.draft07.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The published meta-schema of resource provider definitions, compiled when it is first needed.
final class MetaSchema {

    /// Which publication of it this is.
    static final String VERSION = "provider.definition.schema.v1 of CloudFormation CLI 0.2.39 (JSON Schema draft-07)";

    private static final String HOST = "https://schema.cloudformation.us-east-1.amazonaws.com/";
    private static final String DEFINITION = HOST + "provider.definition.schema.v1.json";
    private static final String BASE = HOST + "base.definition.schema.v1.json";
    private static final Compiler COMPILER = compiler();
    private static final Shape DOCUMENT = COMPILER.compile(DEFINITION, "");
    private static final Shape PROPERTY = COMPILER.compile(BASE, "/definitions/properties");

    private MetaSchema() {}

    static List<Violation> validate(JsonNode document) {
        return DOCUMENT.validate(document, Mode.FULL);
    }

    /// Checks the schema of one property alone.
    static List<Violation> validateProperty(JsonNode schema) {
        return PROPERTY.validate(schema, Mode.FULL);
    }

    /// All that may be written somewhere in a schema, in the order of the alphabet.
    static Set<String> keywords() {
        return Words.ALL;
    }

    /// Read when it is first asked for.
    private static final class Words {

        static final Set<String> ALL = all();

        private static Set<String> all() {
            Set<String> words = new TreeSet<>();
            collect(read("provider.definition.schema.v1.json"), words);
            collect(read("base.definition.schema.v1.json"), words);
            return Collections.unmodifiableSet(words);
        }

        private static void collect(JsonNode part, Set<String> words) {
            words.addAll(part.path("properties").propertyNames());
            part.forEach(below -> collect(below, words));
        }
    }

    private static Compiler compiler() {
        String configuration = "provider.configuration.definition.schema.v1.json";
        return new Compiler(Map.ofEntries(
                entry(DEFINITION, read("provider.definition.schema.v1.json")),
                entry(BASE, read("base.definition.schema.v1.json")),
                entry(HOST + configuration, read(configuration)),
                entry("http://json-schema.org/draft-07/schema", read("draft-07.schema.json"))));
    }

    private static JsonNode read(String file) {
        try (InputStream stream = Objects.requireNonNull(MetaSchema.class.getResourceAsStream("meta/" + file), file)) {
            return switch (Json.read(stream.readAllBytes())) {
                case Json.Read.Document(JsonNode root, var _) -> root;
                case Json.Read.Malformed(Finding finding) -> throw new IllegalStateException(file + ": " + finding);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
