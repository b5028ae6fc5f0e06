package fairlead.bench.validation;

import fairlead.bench.validation.Contender.Prepared;
import fairlead.generator.Broken;
import fairlead.generator.Generated;
import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// Compares verdicts: every schema below a folder, models made from it, and each of them with one fault put in.
final class Agreement {

    private static final int SEEDS = 3;
    private static final int SHOWN = 10;

    /// What one validator said otherwise than Fairlead.
    private static final class Tally {

        private int refusedSchemas;
        private int compared;
        private final Map<String, Set<String>> differences = new TreeMap<>();
    }

    private final Map<Contender, Tally> tallies = new EnumMap<>(Contender.class);
    private int schemas;
    private int fitting;

    private Agreement() {}

    static String report(Path folder) throws IOException {
        Agreement agreement = new Agreement();
        for (Path file : Sample.files(folder)) {
            byte[] document = Files.readAllBytes(file);
            if (ResourceSchema.parse(document) instanceof Loaded.Valid valid) {
                agreement.compare(file.getFileName().toString(), valid.schema(), Files.readString(file));
            }
        }
        return agreement.report();
    }

    private void compare(String name, ResourceSchema schema, String document) {
        String plain = Sample.plain(document);
        List<String> models = models(schema);
        Prepared own = Contender.FAIRLEAD.prepare(plain);
        List<Boolean> verdicts =
                models.stream().map(model -> own.fits(own.parse(model))).toList();
        schemas++;
        fitting += (int) verdicts.stream().filter(verdict -> verdict).count();
        for (Contender contender : Contender.values()) {
            if (contender != Contender.FAIRLEAD) {
                Tally tally = tallies.computeIfAbsent(contender, _ -> new Tally());
                compare(contender, plain, models, verdicts, name, tally);
            }
        }
    }

    private static void compare(
            Contender contender, String schema, List<String> models, List<Boolean> verdicts, String name, Tally tally) {
        Prepared prepared;
        try {
            prepared = contender.prepare(schema);
        } catch (RuntimeException e) {
            tally.refusedSchemas++;
            tally.differences
                    .computeIfAbsent("refuses the schema: " + e.getClass().getSimpleName(), _ -> new LinkedHashSet<>())
                    .add(name);
            return;
        }
        for (int i = 0; i < models.size(); i++) {
            tally.compared++;
            String other = verdict(prepared, models.get(i));
            String ours = verdicts.get(i) ? "fits" : "does not fit";
            if (!other.equals(ours)) {
                tally.differences
                        .computeIfAbsent(other + ", Fairlead: " + ours, _ -> new LinkedHashSet<>())
                        .add(name);
            }
        }
    }

    private static String verdict(Prepared prepared, String model) {
        try {
            return prepared.fits(prepared.parse(model)) ? "fits" : "does not fit";
        } catch (RuntimeException | StackOverflowError e) {
            return e.getClass().getSimpleName();
        }
    }

    private static List<String> models(ResourceSchema schema) {
        Generator generator = Generator.of(schema);
        List<String> models = new ArrayList<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            if (generator.input(seed, Size.TYPICAL) instanceof Generated.Made<ObjectNode> made) {
                models.add(made.value().toString());
                generator.completed(made.value(), seed).toOptional().ifPresent(model -> models.add(model.toString()));
            }
            if (generator.invalid(seed, Size.TYPICAL) instanceof Generated.Made<Broken> broken) {
                models.add(broken.value().model().toString());
            }
        }
        return models;
    }

    private String report() {
        StringBuilder text = new StringBuilder();
        tallies.forEach((contender, tally) -> {
            text.append(contender.title()).append(": ").append(schemas - tally.refusedSchemas);
            text.append(" schemas, ").append(tally.compared).append(" models\n");
            tally.differences.forEach((difference, names) -> text.append("  ")
                    .append(difference)
                    .append(": ")
                    .append(names.size())
                    .append(" schemas, ")
                    .append(names.stream().limit(SHOWN).toList())
                    .append('\n'));
        });
        return text.append("Fairlead: ").append(fitting).append(" models fit\n").toString();
    }
}
