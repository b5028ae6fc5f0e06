package fairlead.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.tidy.Sources.Construction;
import fairlead.tidy.Sources.Method;
import fairlead.tidy.Sources.RecordType;
import fairlead.tidy.Sources.Unit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The tree stays small and its parts keep their distance.
class TidyTest {

    private static final int LONGEST_FILE = 600;
    private static final int LONGEST_METHOD = 60;
    private static final int MOST_PARAMETERS = 7;
    private static final int MOST_COMPONENTS = 10;
    private static final int MOST_COMPONENTS_MADE_ANYWHERE = 7;

    /// Constructors that are wiring, and take what they connect. May only shrink.
    private static final Set<String> WIRING = Set.of("Resources", "Operations", "OperationRunner");

    private static final Set<String> SURFACES = Set.of(
            "fairlead.server.admin",
            "fairlead.server.arm",
            "fairlead.server.cloudcontrol",
            "fairlead.server.cloudcontrol.endpoint",
            "fairlead.server.registry.stack",
            "fairlead.server.event.watch",
            "fairlead.server.event.webhook",
            "fairlead.server.login",
            "fairlead.server.registry",
            "fairlead.server.registry.s3",
            "fairlead.server.registry.sts",
            "fairlead.server.tagging");

    /// The classes of surfaces that see the types of all accounts. May only shrink.
    private static final Set<String> OF_ALL_ACCOUNTS =
            Set.of("AdminSurface", "TypeRoutes", "ServerMetrics", "Owners", "RegistryActions", "TypeTask");

    private static final String EVERYTHING_MEETS_IN = "fairlead.server.wiring";
    private static final String FRONT = "fairlead.server.region";
    private static final String CELL = "fairlead.server.region.cell";

    /// What the project never speaks of, in pieces so that this file does not say it either.
    private static final Pattern FOREIGN = Pattern.compile(
            "TO" + "DO|FIX" + "ME|\\.\\./sha" + "red|/wo" + "rk/|iss" + "ue #?[0-9]|sub" + "agent",
            Pattern.CASE_INSENSITIVE);

    /// Words that name no actor: a reader has to find out whether a caller, a node or an operator is meant.
    private static final Pattern NO_ACTOR = Pattern.compile(
            "\\b(?:who" + "ever|some" + "body|some" + "one|no" + "body|any" + "body)\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern CLASS_IN_TEXT = Pattern.compile("\"(fairlead(?:\\.[a-z]\\w*)+\\.[A-Z]\\w*)\"");

    /// Programs are started by the names of classes, which no compiler looks at.
    @Test
    void everyClassThatATextNamesExists() throws IOException {
        List<Path> sources = Sources.files(".java");
        Set<String> missing = new TreeSet<>();
        for (Path source : sources) {
            CLASS_IN_TEXT.matcher(Files.readString(source)).results().forEach(named -> {
                Path file = Path.of(named.group(1).replace('.', '/') + ".java");
                if (sources.stream().noneMatch(other -> other.endsWith(file))) {
                    missing.add(source.getFileName() + " " + named.group(1));
                }
            });
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void noFileIsTooLong() {
        assertThat(Sources.units("/src/"))
                .filteredOn(unit -> unit.lines() > LONGEST_FILE)
                .extracting(unit -> unit.file() + ": " + unit.lines() + " lines")
                .isEmpty();
    }

    @Test
    void noMethodIsTooLong() {
        assertThat(methods("/src/"))
                .filteredOn(method -> method.lines() > LONGEST_METHOD)
                .extracting(method -> method.file() + " " + method.name() + ": " + method.lines() + " lines")
                .isEmpty();
    }

    @Test
    void noMethodHasTooManyParameters() {
        assertThat(methods("/src/main/"))
                .filteredOn(method -> method.parameters() > MOST_PARAMETERS && !isWiring(method))
                .extracting(method -> method.file() + " " + method.name() + ": " + method.parameters())
                .isEmpty();
    }

    @Test
    void noRecordHasTooManyComponents() {
        assertThat(records())
                .filteredOn(type -> type.components() > MOST_COMPONENTS)
                .extracting(RecordType::name)
                .isEmpty();
    }

    /// By its builder, or where a row of its table is read.
    @Test
    void aRecordOfManyComponentsIsConstructedInOnePlace() {
        List<Construction> constructions = Sources.units("/src/main/").stream()
                .flatMap(unit -> unit.constructions().stream())
                .toList();
        assertThat(records())
                .filteredOn(type -> type.components() > MOST_COMPONENTS_MADE_ANYWHERE
                        && places(type, constructions).size() > 1)
                .extracting(RecordType::name)
                .isEmpty();
    }

    private static List<String> places(RecordType type, List<Construction> constructions) {
        return constructions.stream()
                .filter(made -> made.simpleName().equals(type.simpleName()) && made.arguments() == type.components())
                .map(Construction::place)
                .toList();
    }

    private static List<RecordType> records() {
        return Sources.units("/src/main/").stream()
                .flatMap(unit -> unit.records().stream())
                .toList();
    }

    private static boolean isWiring(Method method) {
        String type = method.file().replaceAll(".*/|\\.java", "");
        return method.name().equals("<init>") && WIRING.contains(type);
    }

    private static List<Method> methods(String part) {
        return Sources.units(part).stream()
                .flatMap(unit -> unit.methods().stream())
                .toList();
    }

    @Test
    void noPackagesImportEachOtherInACircle() {
        Map<String, Set<String>> imports = imports();
        List<String> circular = new ArrayList<>();
        for (String start : imports.keySet()) {
            if (reachable(imports, start).contains(start)) {
                circular.add(start);
            }
        }
        assertThat(circular).isEmpty();
    }

    @Test
    void surfacesDoNotKnowEachOtherAndNothingKnowsThem() {
        Map<String, Set<String>> imports = imports();
        assertThat(imports).containsKeys(SURFACES.toArray(String[]::new)).containsKey(EVERYTHING_MEETS_IN);
        imports.forEach((name, imported) -> {
            if (!name.equals(EVERYTHING_MEETS_IN)) {
                assertThat(imported).as("imports of %s", name).doesNotContainAnyElementsOf(SURFACES);
            }
        });
    }

    /// They find types by `AccountTypes`, which asks for whom. The others act for the operator, or decide for whom.
    @Test
    void surfacesFindTypesForAnAccount() {
        List<Unit> surfaces = Sources.units("/src/main/").stream()
                .filter(unit -> SURFACES.stream().anyMatch(name -> (unit.packageName() + ".").startsWith(name + ".")))
                .toList();
        assertThat(surfaces)
                .filteredOn(unit -> unit.imports().contains("fairlead.server.type.Types"))
                .extracting(unit -> unit.file().getFileName().toString().replace(".java", ""))
                .containsExactlyInAnyOrderElementsOf(OF_ALL_ACCOUNTS);
        assertThat(surfaces)
                .filteredOn(unit -> unit.imports().contains("fairlead.server.type.AccountTypes"))
                .isNotEmpty();
    }

    @Test
    void nothingKnowsTheFront() {
        Map<String, Set<String>> imports = imports();
        assertThat(imports).containsKey(FRONT);
        imports.forEach((name, imported) ->
                assertThat(imported).as("imports of %s", name).doesNotContain(FRONT));
    }

    /// It is a surface whose only client is the front, which speaks its documents.
    @Test
    void onlyTheFrontKnowsWhatACellServes() {
        Map<String, Set<String>> imports = imports();
        assertThat(imports).containsKey(CELL);
        assertThat(imports.keySet())
                .filteredOn(name -> imports.get(name).contains(CELL))
                .isSubsetOf(FRONT, EVERYTHING_MEETS_IN);
    }

    /// The front is a program of its own.
    @Test
    void nothingButTheProgramsKnowsTheWiring() {
        imports().forEach((name, imported) -> {
            if (name.startsWith("fairlead.server.") && !name.equals(FRONT)) {
                assertThat(imported).as("imports of %s", name).doesNotContain(EVERYTHING_MEETS_IN);
            }
        });
    }

    @Test
    void operationsKnowNoResources() {
        assertThat(imports().get("fairlead.server.operation"))
                .containsExactlyInAnyOrder(
                        "fairlead.handler",
                        "fairlead.server.database",
                        "fairlead.server.event",
                        "fairlead.server.health.failstop",
                        "fairlead.server.problem",
                        "fairlead.server.telemetry",
                        "fairlead.server.time");
    }

    @Test
    void theHandlerContractStaysSmall() {
        long lines = Sources.units("/handler/src/main/").stream()
                .mapToLong(Unit::lines)
                .sum();
        assertThat(lines).isLessThan(1000);
    }

    @Test
    void everyPackageSaysWhatItIs() {
        List<Unit> units = Sources.units("/src/main/");
        Set<String> packages = new TreeSet<>();
        Set<String> described = new HashSet<>();
        for (Unit unit : units) {
            packages.add(unit.packageName());
            if (unit.file().endsWith("package-info.java")) {
                described.add(unit.packageName());
            }
        }
        packages.removeAll(described);
        assertThat(packages).isEmpty();
    }

    @Test
    void noFileSpeaksOfAnythingButTheProject() throws IOException {
        List<String> found = new ArrayList<>();
        for (String ending : List.of(".java", ".md", ".xml", ".json", ".sql", ".sh", "fairlead")) {
            for (Path file : Sources.files(ending)) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                FOREIGN.matcher(text).results().forEach(match -> found.add(file + ": " + match.group()));
            }
        }
        assertThat(found).isEmpty();
    }

    /// In comments and in pages.
    @Test
    void proseNamesItsActors() throws IOException {
        List<String> found = new ArrayList<>();
        for (String ending : List.of(".java", ".md")) {
            for (Path file : Sources.files(ending)) {
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    boolean prose = ending.equals(".md") || line.strip().startsWith("//");
                    if (prose && NO_ACTOR.matcher(line).find()) {
                        found.add(file + ": " + line.strip());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /// For each of our packages, the others of ours that it imports.
    private static Map<String, Set<String>> imports() {
        Map<String, Set<String>> imports = new TreeMap<>();
        for (Unit unit : Sources.units("/src/main/")) {
            Set<String> ours = imports.computeIfAbsent(unit.packageName(), _ -> new TreeSet<>());
            Stream<String> others = unit.importedPackages().stream()
                    .filter(name -> name.startsWith("fairlead.") && !name.equals(unit.packageName()));
            others.forEach(ours::add);
        }
        return imports;
    }

    private static Set<String> reachable(Map<String, Set<String>> imports, String start) {
        Set<String> seen = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(imports.get(start));
        while (!next.isEmpty()) {
            String name = next.pop();
            if (seen.add(name)) {
                next.addAll(imports.getOrDefault(name, Set.of()));
            }
        }
        return seen;
    }
}
