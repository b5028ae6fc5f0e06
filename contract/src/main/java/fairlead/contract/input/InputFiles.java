package fairlead.contract.input;

import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the inputs of a project.
final class InputFiles {

    private static final Pattern NAME = Pattern.compile("inputs_(\\d{1,6})_(create|update|invalid)\\.json");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*([^{}]*?)\\s*}}");

    private final Path project;
    private final ResourceSchema schema;
    private final Map<String, String> placeholders;

    InputFiles(Path project, ResourceSchema schema, Map<String, String> placeholders) {
        this.project = project;
        this.schema = schema;
        this.placeholders = Map.copyOf(placeholders);
    }

    /// One set for each number, in the order of the numbers.
    List<InputSet> sets() {
        Map<Integer, Map<String, Path>> numbered = new TreeMap<>();
        for (Path file : files()) {
            Matcher name = NAME.matcher(file.getFileName().toString());
            if (name.matches()) {
                numbered.computeIfAbsent(Integer.valueOf(name.group(1)), _ -> new TreeMap<>())
                        .put(name.group(2), file);
            }
        }
        List<InputSet> sets = new ArrayList<>();
        numbered.forEach((number, byKind) -> sets.add(set("inputs_" + number, byKind)));
        return sets;
    }

    private List<Path> files() {
        Path folder = project.resolve("inputs");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private InputSet set(String name, Map<String, Path> files) {
        Path create = files.get("create");
        if (create == null) {
            throw new InputException("expected " + name + "_create.json beside "
                    + files.values().iterator().next().getFileName() + ", found none");
        }
        ObjectNode made = schema.withoutReadOnly(read(create));
        Optional<ObjectNode> update = Optional.ofNullable(files.get("update")).map(file -> merged(made, read(file)));
        Optional<ObjectNode> invalid = Optional.ofNullable(files.get("invalid")).map(this::read);
        return new InputSet(name, made, update, invalid);
    }

    /// The CloudFormation CLI lays the update file over the model, property by property.
    private ObjectNode merged(ObjectNode made, ObjectNode update) {
        ObjectNode merged = made.deepCopy();
        merged.setAll(schema.withoutReadOnly(update));
        return merged;
    }

    Optional<ObjectNode> overrides() {
        Path file = project.resolve("overrides.json");
        return Files.isRegularFile(file) ? Optional.of(read(file)) : Optional.empty();
    }

    private ObjectNode read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InputException(project.relativize(file) + " can't be read: " + e.getMessage());
        }
        byte[] json = filled(text, file).getBytes(StandardCharsets.UTF_8);
        return switch (Notation.JSON.read(json)) {
            case Source.Document(var root, var faults, var _)
            when faults.isEmpty() && root instanceof ObjectNode o -> o;
            case Source.Document(var _, var faults, var _) ->
                throw new InputException(project.relativize(file) + ": "
                        + (faults.isEmpty()
                                ? "expected an object"
                                : faults.getFirst().message()));
            case Source.Malformed(var fault) ->
                throw new InputException(
                        project.relativize(file) + ", line " + fault.position().line() + ": " + fault.message());
        };
    }

    private String filled(String text, Path file) {
        TreeSet<String> unknown = new TreeSet<>();
        String filled = PLACEHOLDER.matcher(text).replaceAll(match -> {
            String value = placeholders.get(match.group(1));
            if (value == null) {
                unknown.add(match.group(1));
                return Matcher.quoteReplacement(match.group());
            }
            return Matcher.quoteReplacement(quoted(value));
        });
        if (!unknown.isEmpty()) {
            throw new InputException(project.relativize(file) + ": no value is given for "
                    + String.join(
                            ", ",
                            unknown.stream().map(name -> "{{" + name + "}}").toList()));
        }
        return filled;
    }

    /// As it stands within a JSON text.
    private static String quoted(String value) {
        String json = JsonNodeFactory.instance.stringNode(value).toString();
        return json.substring(1, json.length() - 1);
    }

    /// What makes a set unfit: the control plane would let none of its inputs through.
    static void check(ResourceSchema schema, InputSet set) {
        valid(schema, set.create(), set.name() + "_create.json");
        set.update().ifPresent(update -> {
            valid(schema, update, set.name() + "_update.json");
            List<PropertyPath> fixed = new ArrayList<>(schema.createOnly());
            fixed.addAll(schema.primaryIdentifier());
            List<PropertyPath> changed = schema.changed(set.create(), update, fixed);
            if (!changed.isEmpty()) {
                throw new InputException(set.name() + "_update.json changes "
                        + changed.getFirst().modelPointer() + ", which can't be changed once a resource exists");
            }
        });
    }

    private static void valid(ResourceSchema schema, ObjectNode input, String file) {
        List<String> wrong = schema.validateInput(input).stream()
                .filter(Finding::isError)
                .map(finding -> "at '" + finding.pointer() + "': " + finding.message())
                .toList();
        if (!wrong.isEmpty()) {
            throw new InputException(file + " is not valid against the schema " + String.join("; ", wrong));
        }
    }
}
