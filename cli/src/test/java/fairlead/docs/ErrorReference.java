package fairlead.docs;

import fairlead.handler.ErrorCode;
import fairlead.server.problem.Code;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.ProblemCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tables of codes. What a code means for people is said in the page; a new code has no meaning until an author
/// writes it.
final class ErrorReference {

    private static final Pattern FINDING = Pattern.compile(
            "\"((?!handler\\.zip|template\\.yaml)(?:archive|behaviour|body|drift|envelope|export|handler|hook|import|model|move|name-check|nested|provider|registration|report|schema|simulation|sku|smithy|subscription|tags|template|watch|configuration|default-version)"
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
            int status = Code.of(code).status();
            table.append("| `%s` | %s | %d | %s |\n"
                    .formatted(
                            code.wireName(),
                            code.retryable() ? "yes" : "no",
                            status,
                            meanings.getOrDefault(code.name(), "")));
        }
        return table.toString();
    }

    /// The catalogue of refused requests, with the meanings that the page has.
    static String codes(String present) {
        Map<String, String> meanings = meanings(present);
        StringBuilder table = new StringBuilder("| Code | Status | Retry helps | When |\n|---|---|---|---|\n");
        Arrays.stream(ProblemCode.values())
                .sorted(Comparator.comparing(ProblemCode::text))
                .forEach(code -> table.append("| `%s` | %d | %s | %s |\n"
                        .formatted(
                                code.text(),
                                code.status(),
                                code.retryable() ? "yes" : "no",
                                meanings.getOrDefault(code.text(), ""))));
        return table.toString();
    }

    /// Codes with which operations alone fail, and no handler, with the meanings that the page has.
    static String operationCodes(String present) {
        Map<String, String> meanings = meanings(present);
        StringBuilder table = new StringBuilder("| Code | Status | When |\n|---|---|---|\n");
        for (FailureCode code : FailureCode.values()) {
            String status = code.end().isPresent() ? Integer.toString(code.end().getAsInt()) : "-";
            table.append("| `%s` | %s | %s |\n".formatted(code.text(), status, meanings.getOrDefault(code.text(), "")));
        }
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

    private static Stream<String> sources() {
        return Stream.of("server", "schema", "simulation", "host", "lambda", "modelled")
                .flatMap(module -> {
                    try (Stream<Path> files = Files.walk(Repository.file(module + "/src/main/java"))) {
                        return files.filter(file -> file.toString().endsWith(".java")).toList().stream()
                                .map(file -> Repository.read(file.toString()));
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                });
    }
}
