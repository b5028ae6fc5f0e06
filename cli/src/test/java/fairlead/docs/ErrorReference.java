package fairlead.docs;

import fairlead.handler.ErrorCode;
import fairlead.server.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tables of codes. What a code means for people is said in the page; a new code has no meaning until somebody
/// writes it.
final class ErrorReference {

    /// Where a problem's code is given in place: its class, and the code.
    private static final Pattern RAISED =
            Pattern.compile("new Problem\\.(BadRequest|NotFound|Conflict|OperationFailed)\\(\\s*\"(\\w+)\"");

    /// The same of what keeps a cell from answering: status and code.
    private static final Pattern TROUBLE = Pattern.compile("[tT]rouble\\(\\s*(\\d{3}),\\s*\"([A-Z]\\w+)\"");

    /// What never becomes a problem, because it was no HTTP.
    private static final Pattern REFUSED = Pattern.compile("case (\\d{3}) -> \"([A-Z]\\w+)\"");

    /// Where an operation fails with a code of the control plane's own, or a part of it does.
    private static final Pattern FAILED =
            Pattern.compile("(?:new Failure(?:\\.Part)?\\(\\s*|String FAILED = )\"([A-Z]\\w+)\"");

    private static final Pattern FINDING = Pattern.compile(
            "\"((?!handler\\.zip)(?:archive|behaviour|drift|envelope|export|handler|import|model|move|name-check|nested|provider|registration|report|schema|simulation|sku|smithy|subscription|tags|watch|configuration|default-version)"
                + "\\.[a-zA-Z]+(?:-[a-z]+)*)\"");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|(?:.*\\|)? ([^|]*) \\|$");

    private static final Pattern HANDLER_CODE = Pattern.compile("/// ([^\n]+)\\s+([A-Z_]+)\\(\"\\w+\"\\)");

    private ErrorReference() {}

    static String handlerCodes() {
        Map<String, String> meanings = new HashMap<>();
        HANDLER_CODE
                .matcher(Repository.read("handler/src/main/java/fairlead/handler/ErrorCode.java"))
                .results()
                .forEach(code -> meanings.put(code.group(2), code.group(1)));
        StringBuilder table = new StringBuilder("| Code | Repeated | Status | Meaning |\n|---|---|---|---|\n");
        for (ErrorCode code : ErrorCode.values()) {
            int status = new Problem.OperationFailed(code.wireName(), "").status();
            table.append("| `%s` | %s | %d | %s |\n"
                    .formatted(
                            code.wireName(),
                            code.retryable() ? "yes" : "no",
                            status,
                            meanings.getOrDefault(code.name(), "")));
        }
        return table.toString();
    }

    /// All codes of refused requests, with the meanings that the page has.
    static String codes(String present) {
        Map<String, String> meanings = meanings(present);
        StringBuilder table = new StringBuilder("| Code | Status | When |\n|---|---|---|\n");
        refusals()
                .forEach((code, all) -> table.append("| `%s` | %s | %s |\n"
                        .formatted(
                                code,
                                all.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                                meanings.getOrDefault(code, ""))));
        return table.toString();
    }

    private static Map<String, Set<Integer>> refusals() {
        Map<String, Set<Integer>> statuses = new TreeMap<>();
        fixed().forEach(problem ->
                statuses.computeIfAbsent(problem.code(), _ -> new TreeSet<>()).add(problem.status()));
        sources()
                .flatMap(source -> RAISED.matcher(source).results())
                .forEach(raised -> statuses.computeIfAbsent(raised.group(2), _ -> new TreeSet<>())
                        .add(status(raised)));
        sources()
                .flatMap(source -> TROUBLE.matcher(source).results())
                .forEach(trouble -> statuses.computeIfAbsent(trouble.group(2), _ -> new TreeSet<>())
                        .add(Integer.valueOf(trouble.group(1))));
        REFUSED.matcher(Repository.read("server/src/main/java/fairlead/server/http/Refusals.java"))
                .results()
                .forEach(refused -> statuses.computeIfAbsent(refused.group(2), _ -> new TreeSet<>())
                        .add(Integer.valueOf(refused.group(1))));
        return statuses;
    }

    /// Codes with which operations alone fail, and no handler, with the meanings that the page has.
    static String operationCodes(String present) {
        Map<String, String> meanings = meanings(present);
        Set<String> codes = sources()
                .flatMap(source -> FAILED.matcher(source).results())
                .map(code -> code.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        codes.removeAll(refusals().keySet());
        Arrays.stream(ErrorCode.values()).map(ErrorCode::wireName).forEach(codes::remove);
        StringBuilder table = new StringBuilder("| Code | When |\n|---|---|\n");
        codes.forEach(code -> table.append("| `%s` | %s |\n".formatted(code, meanings.getOrDefault(code, ""))));
        return table.toString();
    }

    /// All ids of findings that stand in the code as they are.
    static String findings(String present) {
        Map<String, String> meanings = meanings(present);
        Set<String> ids = sources()
                .flatMap(source -> FINDING.matcher(source).results())
                .map(id -> id.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        StringBuilder table = new StringBuilder("| Id | What is wrong |\n|---|---|\n");
        ids.forEach(id -> table.append("| `%s` | %s |\n".formatted(id, meanings.getOrDefault(id, ""))));
        return table.toString();
    }

    private static Map<String, String> meanings(String present) {
        return ROW.matcher(present).results().collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    }

    private static int status(MatchResult raised) {
        return switch (raised.group(1)) {
            case "BadRequest" -> new Problem.BadRequest("", "").status();
            case "NotFound" -> new Problem.NotFound("", "").status();
            case "Conflict" -> new Problem.Conflict("", "").status();
            default -> new Problem.OperationFailed(raised.group(2), "").status();
        };
    }

    /// One of each kind of problem that has a code of its own.
    private static List<Problem> fixed() {
        return Arrays.stream(Problem.class.getPermittedSubclasses())
                .filter(kind -> Arrays.stream(kind.getRecordComponents())
                        .noneMatch(component -> component.getName().equals("code")))
                .map(ErrorReference::make)
                .toList();
    }

    private static Problem make(Class<?> kind) {
        Class<?>[] types = Arrays.stream(kind.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = kind.getDeclaredConstructor(types);
            Object[] arguments =
                    Arrays.stream(types).map(ErrorReference::anything).toArray();
            return (Problem) constructor.newInstance(arguments);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Object anything(Class<?> type) {
        return Stream.<Object>of("", 0L, Duration.ZERO, List.of())
                .filter(value -> type.isInstance(value) || (type == long.class && value instanceof Long))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<String> sources() {
        return Stream.of("server", "schema", "simulation", "lambda", "modelled").flatMap(module -> {
            try (Stream<Path> files = Files.walk(Repository.file(module + "/src/main/java"))) {
                return files.filter(file -> file.toString().endsWith(".java")).toList().stream()
                        .map(file -> Repository.read(file.toString()));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }
}
