package fairlead.bench.validation;

import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A schema and models of it, as text.
record Sample(String schema, List<String> models) {

    /// What belongs to JSON Schema in the document of a resource type.
    private static final List<String> KEYWORDS = List.of(
            "definitions", "properties", "patternProperties", "required", "dependencies", "allOf", "anyOf", "oneOf");

    Sample {
        models = List.copyOf(models);
    }

    /// One of the samples that come with the benchmark: `service.valid` for example.
    static Sample committed(String name) {
        String schema = name.substring(0, name.indexOf('.'));
        return new Sample(plain(resource(schema + ".schema.json")), List.of(resource(name + ".json")));
    }

    private static String resource(String file) {
        try (InputStream stream = Objects.requireNonNull(Sample.class.getResourceAsStream(file), file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Published schemas with published inputs: those whose files are named after the same type.
    static List<Sample> published(Path corpus) throws IOException {
        Map<String, Path> schemas = new TreeMap<>();
        for (Path file : files(corpus.resolve("cfn/third-party"))) {
            schemas.put(owner(file, corpus) + "/" + file.getFileName(), file);
        }
        Map<Path, List<String>> models = new TreeMap<>();
        for (Path file : files(corpus.resolve("cfn/third-party-inputs"))) {
            Path type = Objects.requireNonNull(file.getParent()).getParent();
            String name =
                    String.valueOf(type == null ? null : type.getFileName()).toLowerCase(Locale.ROOT);
            Path schema = schemas.get(owner(file, corpus) + "/" + name + ".json");
            if (schema != null && isObject(file)) {
                models.computeIfAbsent(schema, _ -> new ArrayList<>()).add(Files.readString(file));
            }
        }
        List<Sample> samples = new ArrayList<>();
        for (Map.Entry<Path, List<String>> entry : models.entrySet()) {
            samples.add(new Sample(plain(read(entry.getKey())), entry.getValue()));
        }
        return samples;
    }

    /// Published schemas, each with one model made from it.
    static List<Sample> generated(Path corpus) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (Path file : files(corpus.resolve("cfn/aws"))) {
            if (ResourceSchema.parse(Files.readAllBytes(file)) instanceof Loaded.Valid valid) {
                Generator generator = Generator.of(valid.schema());
                generator
                        .input(0, Size.TYPICAL)
                        .toOptional()
                        .flatMap(input -> generator.completed(input, 0).toOptional())
                        .ifPresent(model -> samples.add(new Sample(plain(read(file)), List.of(model.toString()))));
            }
        }
        return samples;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String owner(Path file, Path corpus) {
        return corpus.relativize(file).getName(2).toString();
    }

    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isObject(Path file) {
        try {
            return JsonMapper.shared().readTree(file).isObject();
        } catch (JacksonException _) {
            return false;
        }
    }

    /// The schema without what only resource types have, and without formats: which of them are checked is each
    /// validator's own affair.
    static String plain(String document) {
        JsonNode root = JsonMapper.shared().readTree(document);
        ObjectNode schema = JsonMapper.shared().createObjectNode();
        for (String keyword : KEYWORDS) {
            root.optional(keyword).ifPresent(part -> schema.set(keyword, part));
        }
        schema.put("additionalProperties", false);
        withoutFormats(schema);
        return schema.toString();
    }

    private static void withoutFormats(JsonNode node) {
        if (node instanceof ObjectNode object && object.path("format").isString()) {
            object.remove("format");
        }
        node.forEach(Sample::withoutFormats);
    }
}
