package fairlead.providers.lab;

import fairlead.handler.ErrorCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How a thing wants to be treated: what its own properties say, as they stand in the schema.
record Behavior(ObjectNode properties) {

    /// A failure that was asked for.
    ///
    /// @param times how often it happens; 0 for always
    record Failure(ErrorCode code, int times) {}

    Duration delay() {
        return Duration.ofMillis(properties.path("DelayMillis").asInt(0));
    }

    /// How many answers say that the work goes on, before the one that says it is done.
    int steps(Verb verb) {
        String name = switch (verb) {
            case CREATE -> "CreateSteps";
            case UPDATE -> "UpdateSteps";
            case DELETE -> "DeleteSteps";
            case READ -> "";
        };
        return properties.path(name).asInt(0);
    }

    Duration stepDelay() {
        return Duration.ofMillis(Math.round(properties.path("StepDelaySeconds").asDouble(0) * 1000));
    }

    int visibleAfterReads() {
        return properties.path("VisibleAfterReads").asInt(0);
    }

    int size() {
        return properties.path("Size").asInt(0);
    }

    Optional<Failure> failure(Verb verb, int step) {
        JsonNode fail = properties.path("Fail");
        if (!fail.path("On").asString("").equals(verb.wireName())
                || fail.path("AtStep").asInt(0) != step) {
            return Optional.empty();
        }
        return ErrorCode.parse(fail.path("Code").asString(""))
                .map(code -> new Failure(code, fail.path("Times").asInt(0)));
    }

    /// The breach to commit in a call.
    Breach breach(Verb verb) {
        String on = properties.path("BreachOn").asString(verb.wireName());
        if (!properties.has("Breach") || !on.equals(verb.wireName())) {
            return Breach.NONE;
        }
        String wanted = properties.path("Breach").asString("");
        return Arrays.stream(Breach.values())
                .filter(breach -> breach.wireName().equals(wanted))
                .findFirst()
                .orElse(Breach.NONE);
    }
}
