package fairlead.cli.operation;

import fairlead.cli.http.Problem;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Outline;
import fairlead.contract.Rule;
import fairlead.handler.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/// An operation as the server last returned it.
public record Operation(JsonNode json) {

    private static final Set<String> TERMINAL = Set.of("succeeded", "failed", "canceled");

    /// Whether it was an operation that failed, not its request: an operation may end before its request is answered,
    /// and then only a handler's code, or the rule that its handler broke, tells the one from the other.
    public static boolean isFailure(String code) {
        return ErrorCode.parse(code).isPresent() || Rule.parse(code).isPresent();
    }

    String id() {
        return text("id");
    }

    /// The last part of its id.
    String name() {
        String name = text("name");
        return name.isEmpty() ? id().substring(id().lastIndexOf('/') + 1) : name;
    }

    String status() {
        return text("status");
    }

    String kind() {
        return text("kind");
    }

    /// Where it belongs: resources are managed on the control plane, and used on the data plane. Empty for an action,
    /// of which the server does not tell.
    String plane() {
        boolean data = json.path("isDataAction").asBoolean(false);
        return data ? "data" : kind().equals("action") ? "" : "control";
    }

    Optional<Double> percent() {
        JsonNode percent = json.path("percentComplete");
        return percent.isNumber() ? Optional.of(percent.doubleValue()) : Optional.empty();
    }

    /// The resource as people name it: the last part of its type, and its names.
    String resource() {
        String id = text("resourceId");
        int provider = id.toLowerCase(Locale.ROOT).lastIndexOf("/providers/");
        String[] parts = id.substring(provider < 0 ? 0 : provider + "/providers/".length())
                .split("/");
        if (provider < 0 || parts.length < 3) {
            return id;
        }
        StringJoiner names = new StringJoiner("/").add(parts[parts.length - 2]);
        for (int i = 2; i < parts.length; i += 2) {
            names.add(parts[i]);
        }
        return names.toString();
    }

    String startTime() {
        return text("startTime");
    }

    /// How long it has taken until its end, or until now.
    String took(Instant now) {
        Instant end = Ages.parse(text("endTime")).orElse(now);
        return Ages.parse(startTime())
                .map(begin -> Ages.took(Duration.between(begin, end)))
                .orElse("");
    }

    boolean ended() {
        return TERMINAL.contains(status().toLowerCase(Locale.ROOT));
    }

    boolean succeeded() {
        return status().equalsIgnoreCase("Succeeded");
    }

    /// Why it did not succeed; empty while it may.
    Optional<Problem> problem() {
        if (!ended() || succeeded()) {
            return Optional.empty();
        }
        JsonNode error = json.path("error");
        Optional<String> source = Optional.of("operation " + name());
        return Optional.of(
                error.isObject()
                        ? Problem.of(0, error, source)
                        : new Problem(
                                0,
                                status(),
                                "The operation " + status().toLowerCase(Locale.ROOT),
                                java.util.List.of(),
                                source));
    }

    private String text(String name) {
        return Outline.scalar(json.path(name));
    }
}
