package fairlead.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.Parameter;
import fairlead.cloudformation.parameter.ParameterType;
import fairlead.cloudformation.parameter.ValueSource;
import fairlead.schema.Loaded;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.Documents;
import fairlead.stack.document.TypeCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Real templates of others: each compiles, or is refused for the reason that `corpus.txt` has.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
final class CorpusTest {

    private static final Path CORPUS = Path.of(System.getProperty("corpus", ""));
    private static final Path OWN = Path.of("src/test/resources/fairlead/cloudformation/types");
    private static final Properties VALUES = new Properties();

    static {
        try (var stream = CorpusTest.class.getResourceAsStream("corpus-values.properties")) {
            VALUES.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void every_template_compiles_or_is_refused_for_the_reason_that_is_known() throws IOException {
        Map<String, String> refused = new TreeMap<>();
        int[] compiled = {0};
        for (Path file : templates()) {
            reason(file).ifPresentOrElse(reason -> refused.put(name(file), reason), () -> compiled[0]++);
        }
        System.out.printf("%d templates compile, %d are refused%n", compiled[0], refused.size());
        if ("rewrite".equals(System.getProperty("cases"))) {
            StringBuilder text = new StringBuilder();
            refused.forEach((name, reason) ->
                    text.append(name).append(":\n    ").append(reason).append('\n'));
            Files.writeString(OWN.resolveSibling("corpus.txt"), text);
        }
        assertThat(refused).containsExactlyEntriesOf(expected());
        assertThat(compiled[0]).isPositive();
    }

    @Test
    void a_template_compiles_to_the_same_document_again() throws IOException {
        for (Path file : templates()) {
            byte[] content = Files.readAllBytes(file);
            if (reason(file).isEmpty()) {
                Template template = Template.parse(content, Limits.standard());
                assertThat(template.compile(inputs(template)))
                        .as(name(file))
                        .isEqualTo(Template.parse(content, Limits.standard()).compile(inputs(template)));
            }
        }
    }

    private static Optional<String> reason(Path file) {
        try {
            Template template = Template.parse(Files.readAllBytes(file), Limits.standard());
            template.compile(inputs(template));
            return Optional.empty();
        } catch (TemplateException e) {
            return Optional.of(e.report().replace("\n", "\n    "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Inputs inputs(Template template) {
        Map<String, String> values = new HashMap<>();
        template.parameters().values().stream()
                .filter(parameter -> parameter.defaultValue().isEmpty() || VALUES.containsKey(parameter.name()))
                .forEach(parameter -> values.put(parameter.name(), value(parameter)));
        return new Inputs(
                values,
                new Inputs.Stack(
                        "corpus",
                        "arn:aws:cloudformation:us-east-1:123456789012:stack/corpus/6c2b2a40-0c1e-11f0-8de9-0242ac120002",
                        "seed",
                        Inputs.Account.of("123456789012", "us-east-1"),
                        List.of()),
                new Inputs.World(
                        new SimulatedTypes(),
                        name -> Optional.of("export " + name),
                        new OneValue(),
                        Inputs.World::threeZones),
                Inputs.Tags.none());
    }

    private static String value(Parameter parameter) {
        String known = VALUES.getProperty(parameter.name());
        if (known != null) {
            return known;
        }
        if (!parameter.constraints().allowedValues().isEmpty()) {
            return parameter.constraints().allowedValues().getFirst();
        }
        return parameter.type().element() == ParameterType.Element.NUMBER ? "1" : "value";
    }

    private static List<Path> templates() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS.resolve("stacks"))) {
            return files.filter(file -> name(file).startsWith("cfn")).sorted().toList();
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static Map<String, String> expected() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        try (var stream = CorpusTest.class.getResourceAsStream("corpus.txt")) {
            if (stream == null) {
                throw new IOException("no corpus.txt");
            }
            for (String one : new String(stream.readAllBytes(), StandardCharsets.UTF_8).split("(?m)^(?=cfn)")) {
                int colon = one.indexOf(":\n    ");
                if (colon > 0) {
                    expected.put(
                            one.substring(0, colon), one.substring(colon + 6).stripTrailing());
                }
            }
        }
        return expected;
    }

    /// The types of the corpus.
    private static final class SimulatedTypes implements TypeCatalog {

        private static final Map<String, Optional<ResourceSchema>> LOADED = new HashMap<>();

        @Override
        public Optional<ResourceSchema> schema(String typeName) {
            synchronized (LOADED) {
                return LOADED.computeIfAbsent(typeName, SimulatedTypes::load);
            }
        }

        private static Optional<ResourceSchema> load(String typeName) {
            String file = typeName.toLowerCase(Locale.ROOT).replace("::", "-") + ".json";
            return Stream.of(
                            CORPUS.resolve("cfn").resolve("aws").resolve(file),
                            CORPUS.resolve("stacks").resolve("types").resolve(file),
                            OWN.resolve(file))
                    .filter(Files::exists)
                    .findFirst()
                    .map(SimulatedTypes::read);
        }

        private static ResourceSchema read(Path file) {
            try {
                return switch (ResourceSchema.parse(
                        Files.readAllBytes(file), Documents.none(), Profile.CLOUDFORMATION)) {
                    case Loaded.Valid(var schema, var _) -> schema;
                    case Loaded.Invalid(var findings) -> throw new IllegalStateException(file + " " + findings);
                };
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// A server whose stores have one value.
    private record OneValue() implements ValueSource {
        @Override
        public Answer value(Store store, String key) {
            return new Answer.Found("value");
        }

        @Override
        public boolean has(Store store) {
            return true;
        }
    }
}
