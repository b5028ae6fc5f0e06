package fairlead.server.arm.deployment;

import fairlead.schema.text.Percent;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentErrors;
import fairlead.server.stack.deploymentstack.DeploymentStack;
import fairlead.server.stack.deploymentstack.DeploymentStacks;
import fairlead.server.stack.deploymentstack.ManagedResource;
import fairlead.server.stack.deploymentstack.StackForecast;
import fairlead.server.stack.deploymentstack.StackForecasts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds out what changes of deployment stacks would do, and shows what was found out before.
final class StackWhatIfs {

    private static final int PAGE = 100;
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final String STACK = "deploymentStackResourceId";
    private static final String MODIFIED = "deploymentStackLastModified";
    private static final String PROPERTIES = "properties";

    private final DeploymentStacks stacks;
    private final StackForecasts forecasts;
    private final DeploymentStackReads reads;
    private final DeploymentStackWrites writes;
    private final StackWhatIf whatIf;
    private final Clock clock;

    StackWhatIfs(DeploymentStackSurface.Parts parts) {
        stacks = parts.engine().stacks();
        forecasts = parts.engine().forecasts();
        reads = new DeploymentStackReads(parts.engine(), parts.clock());
        writes = new DeploymentStackWrites(parts, reads);
        whatIf = new StackWhatIf(
                new DeploymentForecast(parts.templates(), parts.resources(), parts.forecasts()),
                reads.areDenialsDecided());
        clock = parts.clock();
    }

    Response put(Request request, DeploymentStackAddress address, byte[] bytes) {
        String name = address.requireName();
        DeploymentStackBody body = DeploymentStackBody.read(bytes, address.scope());
        JsonNode properties = body.body().properties();
        DeploymentStackAddress of = stack(properties, address);
        Duration kept = kept(properties);
        DeploymentStackWrites.Prepared prepared = writes.prepared(request, of, body);
        Optional<DeploymentStack> stack = reads.find(of);
        List<ManagedResource> managed = stack.map(stacks::resources).orElse(List.of());
        var question = new StackWhatIf.Question(
                of.scope(),
                prepared.place().name(),
                stack,
                managed,
                body.terms(),
                prepared.content(),
                prepared.compiled());
        ObjectNode found = whatIf.json(
                question, request.caller().undecided().in(prepared.place().id()));
        taken(prepared).ifPresent(error -> found.set("error", error));
        if (found.has("error")) {
            ObjectNode refused = Documents.empty();
            refused.set("error", found.path("error"));
            return Response.json(400, Documents.bytes(refused));
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        StackForecast forecast = new StackForecast(
                address.scope(), name, content(request, body, prepared, stack, found), now, now.plus(kept));
        boolean made = forecasts.put(forecast);
        return Response.json(made ? 201 : 200, Documents.bytes(json(forecast, false)));
    }

    /// The stack that is asked about.
    private static DeploymentStackAddress stack(JsonNode properties, DeploymentStackAddress own) {
        String id = DeploymentBody.member(properties, STACK).asString("");
        return Optional.of(id)
                .filter(text -> text.startsWith("/"))
                .flatMap(text ->
                        DeploymentStackAddress.of(List.of(text.substring(1).split("/", -1))))
                .filter(address -> address.name().isPresent() && address.verb().isEmpty())
                .filter(address -> address.scope().key().equals(own.scope().key()))
                .orElseThrow(() -> wrong(
                        "expected the id of a deployment stack at '"
                                + own.scope().id() + "', which need not be there, found '" + id + "'",
                        STACK));
    }

    private static Duration kept(JsonNode properties) {
        String text = DeploymentBody.member(properties, "retentionInterval").asString("");
        try {
            Duration kept = Duration.parse(text);
            if (!kept.isNegative() && !kept.isZero() && kept.compareTo(LONGEST) <= 0) {
                return kept;
            }
        } catch (DateTimeParseException noDuration) {
            // Told below, like one that is too long.
        }
        throw wrong(
                "expected an ISO 8601 duration of 30 days at most, such as P1D, found '" + text + "'",
                "retentionInterval");
    }

    private static ProblemException wrong(String message, String member) {
        return new ProblemException(Problem.InvalidBody.of("deployment.body", message, "/properties/" + member));
    }

    /// What belongs to other stacks.
    private Optional<ObjectNode> taken(DeploymentStackWrites.Prepared prepared) {
        ArrayNode details = Documents.empty().arrayNode();
        ObjectNode validated = Documents.empty();
        TemplateJson.validated(validated, prepared.compiled());
        validated.path("validatedResources").forEach(resource -> {
            String id = resource.path("id").asString();
            writes.taken(prepared.place(), id)
                    .ifPresent(
                            problem -> details.add(DeploymentErrors.of(problem).put("target", id)));
        });
        return details.isEmpty()
                ? Optional.empty()
                : Optional.of(DeploymentJson.refused(prepared.place().name(), details));
    }

    private ObjectNode content(
            Request request,
            DeploymentStackBody body,
            DeploymentStackWrites.Prepared prepared,
            Optional<DeploymentStack> stack,
            ObjectNode found) {
        ObjectNode content = Documents.empty();
        content.put("location", prepared.location());
        JsonNode tags = DeploymentBody.member(body.body().whole(), "tags");
        if (tags.isObject()) {
            content.set("tags", tags);
        }
        ObjectNode properties = content.putObject(PROPERTIES);
        DeploymentStackJson.asked(properties, prepared.content(), body.terms(), reads.areDenialsDecided());
        for (String name : List.of(STACK, "retentionInterval")) {
            properties.set(name, DeploymentBody.member(body.body().properties(), name));
        }
        stack.ifPresent(present ->
                properties.put(MODIFIED, present.condition().written().changed().toString()));
        properties.put("provisioningState", "succeeded");
        properties.put("correlationId", request.caller().correlationId());
        properties.setAll(found);
        return content;
    }

    /// @param whole whether it has what would change of each resource
    private static ObjectNode json(StackForecast forecast, boolean whole) {
        ObjectNode json = Documents.empty();
        json.put("id", forecast.path()).put("name", forecast.name()).put("type", StackForecast.TYPE);
        json.setAll(forecast.content().deepCopy());
        json.putObject("systemData")
                .put("createdAt", forecast.made().toString())
                .put("lastModifiedAt", forecast.made().toString());
        if (!whole) {
            json.at("/properties/changes/resourceChanges")
                    .forEach(change -> ((ObjectNode) change).remove("resourceConfigurationChanges"));
        }
        return json;
    }

    private StackForecast require(DeploymentStackAddress address) {
        return forecasts
                .find(address.scope(), address.name().orElse(""))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.DEPLOYMENT_STACK_WHAT_IF_RESULT_NOT_FOUND,
                        "The deployment stack what-if result '" + address.name().orElse("")
                                + "' could not be found at '" + address.scope().id() + "'.")));
    }

    Response one(DeploymentStackAddress address) {
        return Response.json(200, Documents.bytes(json(require(address), false)));
    }

    /// With what would change of each resource, if the stack is still as it was.
    Response changes(DeploymentStackAddress address) {
        StackForecast forecast = require(address);
        JsonNode properties = forecast.content().path(PROPERTIES);
        String id = properties.path(STACK).asString("/");
        String now = DeploymentStackAddress.of(List.of(id.substring(1).split("/", -1)))
                .flatMap(reads::find)
                .map(stack -> stack.condition().written().changed().toString())
                .orElse("");
        if (!now.equals(properties.path(MODIFIED).asString(""))) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.DEPLOYMENT_STACK_CHANGED,
                    "The deployment stack '" + id + "' was changed after '" + forecast.name() + "' was found out at "
                            + forecast.made() + ". Ask again what would be done."));
        }
        return Response.json(200, Documents.bytes(json(forecast, true)));
    }

    Response list(Request request, DeploymentStackAddress address) {
        List<StackForecast> found =
                forecasts.list(address.scope(), request.query("$skiptoken").orElse(""), PAGE);
        ObjectNode json = Documents.empty();
        ArrayNode value = json.putArray("value");
        found.forEach(forecast -> value.add(json(forecast, false)));
        if (found.size() == PAGE) {
            json.put(
                    "nextLink",
                    request.urlWith("$skiptoken", Percent.encode(found.getLast().name())));
        }
        return Response.json(200, Documents.bytes(json));
    }

    Response delete(DeploymentStackAddress address) {
        boolean was = forecasts.delete(address.scope(), address.name().orElse(""));
        return Response.empty(was ? 200 : 204);
    }
}
