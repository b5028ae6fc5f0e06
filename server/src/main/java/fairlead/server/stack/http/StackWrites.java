package fairlead.server.stack.http;

import fairlead.server.access.policy.Judgement;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.plan.Plan;
import fairlead.server.plan.PlanHash;
import fairlead.server.plan.SecretDigests;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.Forecast;
import fairlead.server.stack.Forecasts;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.StackRequest;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.Wish;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.template.InvalidTemplate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// What is planned for stacks, and done to them.
final class StackWrites {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z][-a-zA-Z0-9]{0,127}");
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final String FORM = "fairlead-stack-plan-1";

    private final Stacks stacks;
    private final Forecasts forecasts;
    private final Languages languages;
    private final StackReads reads;
    private final SecretDigests digests;

    StackWrites(StackEngine engine, Languages languages, StackReads reads, SecretDigests digests) {
        stacks = engine.stacks();
        forecasts = engine.forecasts();
        this.languages = languages;
        this.reads = reads;
        this.digests = digests;
    }

    // -- plans ------------------------------------------------------------------------------------------------------

    /// What is asked for, and what it would do.
    private record Planned(Wish wish, Forecast forecast, OnFailure then) {}

    private Planned planned(Request request, StackPlace place, String name) {
        StackBody body = StackBody.of(request, languages.names());
        if (!NAME.matcher(name).matches()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The name of a stack is a letter, and up to 127 letters, digits and hyphens; found '" + name + "'.",
                    "name"));
        }
        Optional<Stack> present = stacks.find(place, name).filter(stack -> !isNew(stack));
        present.filter(stack -> !stack.language().equals(body.language())).ifPresent(stack -> {
            throw new ProblemException(Problem.InvalidBody.of(
                    "stack.language", "the stack's templates are of the language " + stack.language(), "/language"));
        });
        StackDocuments language = languages.of(body.language());
        requireSet(language, body);
        var given = new StackDocuments.Given(
                place, body.template(), body.parameters(), body.tags(), body.prune(), request.baseUrl());
        try {
            ObjectNode content = language.of(given, present.map(stack -> present(request, language, stack)));
            var wish = new Wish(place, name, body.language(), content, body.adopt());
            return new Planned(wish, forecasts.of(request.caller(), wish), body.then());
        } catch (InvalidTemplate wrong) {
            throw wrong.detailed("/template");
        }
    }

    private StackDocuments.Present present(Request request, StackDocuments language, Stack stack) {
        return new StackDocuments.Present(
                stack.content(), language.areSets() ? forecasts.remaining(request.caller(), stack) : List.of());
    }

    private static void requireSet(StackDocuments language, StackBody body) {
        if (!language.areSets() && (body.prune() || body.adopt())) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "stack.set",
                    "only a set of plain resources prunes and adopts, and this is a template of the language "
                            + language.language(),
                    body.prune() ? "/prune" : "/adopt"));
        }
    }

    /// Whether a stack has nothing yet but a change set.
    private static boolean isNew(Stack stack) {
        return stack.status() == StackStatus.REVIEW_IN_PROGRESS;
    }

    ObjectNode plan(Request request, StackPlace place, String name) {
        Planned planned = planned(request, place, name);
        ObjectNode json = Documents.empty().put("stack", name).put("plan", hash(planned));
        planned.forecast()
                .stack()
                .ifPresent(stack -> json.put("status", stack.status().name()));
        json.setAll(planned.forecast().shown());
        Wish wish = planned.wish();
        StackDocuments language = languages.of(wish.language());
        if (language.areSets()) {
            language.kept(wish.content()).forEach(json.putArray("kept")::add);
            json.path("nodes")
                    .forEach(node -> node.path("properties").forEach(property -> {
                        String path = property.path("path").asString("");
                        ((ObjectNode) property).put("path", language.pointer(path));
                    }));
        }
        return json;
    }

    /// It differs if the stack has moved, if anything else would be done, and if a secret is another one.
    private String hash(Planned planned) {
        String path = planned.wish().place().scope(planned.wish().name());
        ObjectNode json = Documents.empty().put("form", FORM).put("stack", path);
        json.put(
                "base",
                planned.forecast()
                        .stack()
                        .map(stack -> stack.id() + "/" + stack.condition().version())
                        .orElse(""));
        json.put("location", planned.wish().place().location());
        json.set("does", planned.forecast().shown());
        json.set("secrets", digests.of(path, planned.forecast().secrets()));
        return PlanHash.of(json);
    }

    private void requirePlan(Request request, Planned planned) {
        Optional<String> asked = request.header(Judgement.HEADER);
        if (asked.isEmpty()) {
            return;
        }
        if (!Plan.isHash(asked.get())) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.BAD_REQUEST,
                    "The header " + Judgement.HEADER + " is '" + asked.get() + "'; expected sha256: and 64 digits.",
                    Judgement.HEADER));
        }
        String now = hash(planned);
        if (!asked.get().equals(now)) {
            throw new ProblemException(new Problem.PlanChanged(
                    "The plan is " + now + " now, and not " + asked.get() + ": look at it again.", Judgement.HEADER));
        }
    }

    // -- changes ----------------------------------------------------------------------------------------------------

    Response put(Request request, StackPlace place, String name) {
        Planned planned = planned(request, place, name);
        Optional<Stack> present = planned.forecast().stack().filter(stack -> !isNew(stack));
        present.ifPresent(this::requireChangeable);
        requirePlan(request, planned);
        requireNoFindings(planned.forecast());
        ObjectNode asked = Documents.empty().put("stack", name);
        asked.set("content", planned.wish().content());
        StackRequest wanted = StackRequest.of(request.caller(), Optional.empty(), "PutStack", asked);
        Optional<Stack> noted = planned.forecast().notes()
                ? Optional.of(stacks.note(wanted, present, planned.wish(), planned.forecast()))
                : present;
        ObjectNode content = planned.wish().content();
        if (noted.isPresent() && !stacks.isChange(noted.get(), content, request.caller())) {
            return StackSurface.json(200, reads.whole(noted.get()));
        }
        Stack begun = noted.isPresent()
                ? stacks.update(wanted, noted.get(), content, order(Purpose.UPDATE, planned))
                : create(wanted, planned);
        return StackSurface.json(202, reads.whole(begun));
    }

    private Stack create(StackRequest wanted, Planned planned) {
        Wish wish = planned.wish();
        StackOrder order = order(Purpose.CREATE, planned);
        return stacks.create(wanted, wish.place(), wish.name(), wish.language(), wish.content(), order, false);
    }

    private static StackOrder order(Purpose purpose, Planned planned) {
        if (purpose == Purpose.UPDATE && planned.then() == OnFailure.DELETE) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "stack.onFailure", "delete is for a stack that is made, expected rollback or keep", "/onFailure"));
        }
        return StackOrder.of(purpose, planned.then(), "");
    }

    private void requireChangeable(Stack stack) {
        requireRested(stack);
        if (!stacks.isUpdatable(stack)) {
            String then = stack.status() == StackStatus.ROLLBACK_COMPLETE
                    ? " It was never made whole: delete it, and make it again."
                    : "";
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.NOT_UPDATABLE,
                    "The stack '" + stack.name() + "' is in the status " + stack.status()
                            + ", in which it can't be changed." + then));
        }
        languages.of(stack.language()).refusal(stack.content()).ifPresent(why -> {
            throw new ProblemException(new Problem.Conflict(ProblemCode.NOT_UPDATABLE, why));
        });
    }

    private static void requireRested(Stack stack) {
        if (stack.status().busy()) {
            String operation =
                    stack.condition().operation().map(Object::toString).orElse("");
            throw new ProblemException(new Problem.Busy(stack.path(), operation, SOON));
        }
    }

    /// What is known to fail is not begun.
    private static void requireNoFindings(Forecast forecast) {
        List<Detail> wrong = new ArrayList<>();
        forecast.shown()
                .path("findings")
                .forEach(finding -> wrong.add(new Detail(
                        "stack.node",
                        finding.path("node").asString("") + ": "
                                + finding.path("message").asString(""),
                        "/template")));
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
    }

    Response delete(Request request, StackPlace place, String nameOrId) {
        Optional<Stack> present =
                stacks.find(place, nameOrId).filter(stack -> stack.status() != StackStatus.DELETE_COMPLETE);
        if (present.isEmpty()) {
            return Response.empty(204);
        }
        requireRested(present.get());
        ObjectNode asked = Documents.empty().put("stack", present.get().id().toString());
        StackRequest wanted = StackRequest.of(request.caller(), Optional.empty(), "DeleteStack", asked);
        Stack begun = stacks.delete(wanted, present.get(), List.of(), false).orElse(present.get());
        return StackSurface.json(202, reads.whole(begun));
    }
}
