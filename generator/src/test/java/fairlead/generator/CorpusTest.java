package fairlead.generator;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.node.ObjectNode;

/// Makes instances of every published schema below the folder that the system property `corpus` names.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class CorpusTest {

    private static final int SEEDS = Integer.getInteger("seeds", 5);

    private enum Kind {
        MINIMAL,
        TYPICAL,
        MAXIMAL,
        UPDATE,
        MODEL,
        COMPLETED,
        IDENTIFIER,
        INVALID
    }

    private final Map<Kind, Map<String, String>> impossible = new EnumMap<>(Kind.class);
    private final List<String> wrong = new ArrayList<>();
    private final Map<Kind, Long> nanos = new EnumMap<>(Kind.class);
    private int schemas;

    @Test
    void everyPublishedSchemaHasInstances() throws IOException {
        for (Kind kind : Kind.values()) {
            impossible.put(kind, new TreeMap<>());
        }
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("corpus"), "cfn", "aws"))) {
            files.filter(file -> file.toString().endsWith(".json")).sorted().forEach(this::look);
        }
        StringBuilder report = new StringBuilder("\n%d schemas, %d seeds each\n".formatted(schemas, SEEDS));
        impossible.forEach((kind, cases) -> {
            report.append("%-10s %d impossible, %d us each%n"
                    .formatted(kind, cases.size(), nanos.getOrDefault(kind, 0L) / 1000 / Math.max(1, schemas * SEEDS)));
            cases.forEach((name, why) ->
                    report.append("    ").append(name).append(": ").append(why).append('\n'));
        });
        System.out.println(report);
        wrong.stream().limit(40).forEach(System.out::println);
        assertThat(wrong).isEmpty();
        impossible.forEach((kind, cases) -> assertThat(cases)
                .allSatisfy((name, why) -> assertThat(isKnown(kind, why))
                        .as(kind + " " + name + ": " + why)
                        .isTrue()));
    }

    /// What the schemas themselves rule out: a change where nothing can be changed, and items that have to differ
    /// where what makes them differ is never shown.
    private static boolean isKnown(Kind kind, String why) {
        return switch (kind) {
            case UPDATE -> why.endsWith("no property can be changed once a resource exists");
            case COMPLETED -> why.endsWith("expected items that all differ, found some that are equal");
            case MINIMAL, TYPICAL, MAXIMAL, MODEL, IDENTIFIER, INVALID -> false;
        };
    }

    private void look(Path file) {
        Schemas.read(file).ifPresent(schema -> {
            schemas++;
            Generator generator = Generator.of(schema);
            for (int seed = 0; seed < SEEDS; seed++) {
                look(generator, seed);
            }
        });
    }

    private void look(Generator generator, long seed) {
        ResourceSchema schema = generator.schema();
        for (Size size : Size.values()) {
            Kind kind = Kind.valueOf(size.name());
            made(kind, generator, () -> generator.input(seed, size)).ifPresent(input -> check(kind, generator, input));
        }
        made(Kind.MODEL, generator, () -> generator.model(seed, Size.TYPICAL))
                .ifPresent(model -> errors(Kind.MODEL, generator, schema.validateModel(model)));
        made(Kind.IDENTIFIER, generator, () -> generator.identifier(seed)).ifPresent(id -> {
            if (schema.identifier(id).isEmpty()) {
                wrong.add(schema.typeName() + " identifier " + id);
            }
        });
        made(Kind.INVALID, generator, () -> generator.invalid(seed, Size.TYPICAL));
        generator.input(seed, Size.TYPICAL).toOptional().ifPresent(input -> {
            made(Kind.COMPLETED, generator, () -> generator.completed(input, seed))
                    .ifPresent(model -> errors(Kind.COMPLETED, generator, schema.validateModel(model)));
            made(Kind.UPDATE, generator, () -> generator.update(input, seed, Size.TYPICAL))
                    .ifPresent(update -> {
                        check(Kind.UPDATE, generator, update);
                        if (!schema.changed(input, update, schema.createOnly()).isEmpty()
                                || schema.equal(input, update)) {
                            wrong.add(schema.typeName() + " update " + update);
                        }
                    });
        });
    }

    private <T> java.util.Optional<T> made(Kind kind, Generator generator, Supplier<Generated<T>> making) {
        String name = generator.schema().typeName().toString();
        long start = System.nanoTime();
        Generated<T> generated = making.get();
        nanos.merge(kind, System.nanoTime() - start, Long::sum);
        if (generated instanceof Generated.Impossible<T>(String pointer, String reason)) {
            impossible.getOrDefault(kind, Map.of()).putIfAbsent(name, pointer + " " + reason);
        }
        return generated.toOptional();
    }

    private void check(Kind kind, Generator generator, ObjectNode input) {
        ResourceSchema schema = generator.schema();
        errors(kind, generator, schema.validateInput(input));
        if (!schema.equal(input, schema.withoutReadOnly(input))) {
            wrong.add(schema.typeName() + " " + kind + " has a read-only property: " + input);
        }
    }

    private void errors(Kind kind, Generator generator, List<Finding> findings) {
        findings.stream()
                .map(finding -> generator.schema().typeName() + " " + kind + " " + finding)
                .forEach(wrong::add);
    }
}
