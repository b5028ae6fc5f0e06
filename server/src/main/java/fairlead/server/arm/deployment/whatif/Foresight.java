package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.Compiled;
import fairlead.armtemplate.InvalidTemplateException;
import fairlead.schema.ResourceSchema;
import fairlead.server.arm.deployment.whatif.Outlook.State;
import fairlead.server.arm.deployment.whatif.Preview.Difference;
import fairlead.server.arm.deployment.whatif.Preview.Subject;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Along;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Asked;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Form;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Would;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.stack.document.Address;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Looks at the nodes of one document, each after what it needs.
final class Foresight {

    private static final int WRONG = 400;

    private final Preview preview;
    private final Level level;
    private final Document document;
    private final Expectation expectation;
    private final Map<String, Outlook> outlooks = new HashMap<>();
    private final Map<String, Foresight> nested = new HashMap<>();

    /// A document, and where it stands.
    ///
    /// @param deployment the id of the deployment
    /// @param keys of the nodes that lead to it; empty for the deployment that is asked about
    record Level(Compiled compiled, String deployment, List<String> keys) {}

    Foresight(Preview preview, Level level) {
        this.preview = preview;
        this.level = level;
        this.document = level.compiled().document();
        this.expectation = new Expectation(preview, document, this);
    }

    void look() {
        document.nodes().keySet().forEach(this::outlook);
        document.warnings()
                .forEach(warning -> preview.diagnose("Warning", "TemplateWarning", level.deployment(), warning));
    }

    Compiled compiled() {
        return level.compiled();
    }

    Expectation expectation() {
        return expectation;
    }

    /// What a nested deployment does; empty if it can't be looked into.
    Optional<Foresight> nested(String key) {
        outlook(key);
        return Optional.ofNullable(nested.get(key));
    }

    /// What will be of a node. Nodes do not need each other: compilers refuse that.
    Outlook outlook(String key) {
        Outlook known = outlooks.get(key);
        if (known != null) {
            return known;
        }
        Node node = document.node(key);
        node.needs().stream().filter(document.nodes()::containsKey).forEach(this::outlook);
        Outlook outlook = switch (node.kind()) {
            case RESOURCE -> resource(node);
            case STACK -> deployment(node);
            case EXISTING, NOTHING, SIGNALS, SIGNAL_ADDRESS, CUSTOM -> Outlook.SAME;
        };
        outlooks.put(key, outlook);
        return outlook;
    }

    // -- resources --------------------------------------------------------------------------------------------------

    private Outlook resource(Node node) {
        Optional<Named> named = named(node);
        if (named.isEmpty()) {
            return Outlook.LOST;
        }
        Subject subject = subject(node, named.get());
        Outlook outlook = resource(node, subject);
        preview.note(subject.id(), outlook);
        return outlook;
    }

    private Outlook resource(Node node, Subject subject) {
        Optional<Form> form = preview.means().forecasts().form(subject.named());
        if (form.isEmpty()) {
            preview.unsupported(
                    subject,
                    "The type '" + node.type() + "' is not registered in this version: what would be done can't be"
                            + " told.");
            return Outlook.LOST;
        }
        Body body = body(node);
        if (!body.faults().isEmpty()) {
            body.faults().forEach(fault -> preview.refuse(refusal(subject.id(), fault, body)));
            return Outlook.LOST;
        }
        Look look = new Look(subject, form.get().schema(), body);
        try {
            boolean within = preview.isWithinNew(subject.id());
            return body.isKnown() && !within ? known(node, look) : supposed(look, within);
        } catch (ProblemException refused) {
            preview.refuse(Refusal.of(subject.id(), refused.problem(), body));
            return Outlook.LOST;
        }
    }

    /// What is looked at.
    ///
    /// @param mask of what is shown of it
    private record Look(Subject subject, Optional<ResourceSchema> schema, Body body, Mask mask) {

        Look(Subject subject, Optional<ResourceSchema> schema, Body body) {
            this(subject, schema, body, new Mask(schema, body));
        }
    }

    private Optional<Named> named(Node node) {
        Address address = document.addresses().get(node.key());
        return address != null && expectation.of(address.id()) instanceof Evaluated.Known(var id, var _)
                ? Optional.of(new Named(id.asString(), address.version()))
                : Optional.empty();
    }

    private Subject subject(Node node, Named named) {
        return new Subject(
                named,
                Optional.of(node.key()).filter(level.compiled().symbols()::contains),
                Optional.of(level.deployment()).filter(_ -> !level.keys().isEmpty()));
    }

    private Body body(Node node) {
        Address address = document.addresses().get(node.key());
        Expression envelope = address == null ? Expression.object(Map.of()) : address.envelope();
        return Body.of(expectation.evaluation(), envelope, node.properties());
    }

    private static Refusal refusal(String id, Body.Fault fault, Body body) {
        return fault.why() instanceof ProblemException refused
                ? Refusal.of(id, refused.problem(), body)
                : Refusal.ofTemplate(
                        id,
                        "Unable to process template language expressions for resource '" + id + "' at '"
                                + String.join(".", fault.place()) + "': '"
                                + fault.why().getMessage() + "'");
    }

    /// A resource of whose body all is known.
    private Outlook known(Node node, Look look) {
        Named named = look.subject().named();
        ResourceForecasts forecasts = preview.means().forecasts();
        ObjectNode body = look.body().json();
        Would would = forecasts.put(preview.means().caller(), named, body);
        if (would instanceof Would.Refused(var reason)
                && reason.status() != WRONG
                && (reason instanceof Problem.Busy || waits(node))) {
            preview.diagnose(
                    "Warning",
                    reason.code().text(),
                    named.id(),
                    "It would be refused now, and may succeed once what is done before it has ended: "
                            + look.body().masked(reason.message()));
            return supposed(look, false);
        }
        Outlook outlook = tried(look, would);
        if (!(would instanceof Would.Refused)) {
            forecasts.along(preview.means().caller(), named, body).forEach(along -> along(look, along));
        }
        return outlook;
    }

    /// A resource that comes along in the body of another one.
    private void along(Look with, Along along) {
        Named named = along.resource();
        Subject subject = new Subject(named, Optional.empty(), with.subject().deployment());
        Optional<ResourceSchema> schema =
                preview.means().forecasts().form(named).flatMap(Form::schema);
        Look look = new Look(subject, schema, Body.empty(), Mask.along(schema, with.body()));
        preview.note(named.id(), tried(look, along.would()));
    }

    /// A resource of which it is known what a write would do.
    private Outlook tried(Look look, Would would) {
        Named named = look.subject().named();
        return switch (would) {
            case Would.Keep() ->
                same(
                        look,
                        preview.means()
                                .forecasts()
                                .asked(preview.means().caller(), named)
                                .orElseGet(() -> new Asked(named.id(), Documents.empty(), Documents.empty())));
            case Would.Create(var after) -> changed(look, Optional.empty(), after);
            case Would.Change(var before, var after)
            when Delta.between(look.schema(), before, after, look.mask()).isEmpty() -> {
                preview.again(look.subject(), before, look.mask());
                yield Outlook.SAME;
            }
            case Would.Change(var before, var after) -> changed(look, Optional.of(before), after);
            case Would.Refused(var reason) -> {
                preview.refuse(Refusal.of(named.id(), reason, look.body()));
                yield Outlook.LOST;
            }
        };
    }

    /// Whether something would be changed before it, on which its own success may depend.
    private boolean waits(Node node) {
        List<String> open = new ArrayList<>(node.needs());
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty()) {
            String key = open.removeLast();
            if (seen.add(key) && document.nodes().containsKey(key)) {
                boolean deploys = document.node(key).kind() == Node.Kind.STACK;
                if (deploys || outlook(key).changes()) {
                    return true;
                }
                open.addAll(document.node(key).needs());
            }
        }
        return false;
    }

    /// A resource of whose body something is not known, or that can't be tried yet.
    ///
    /// @param within whether it is in something that would be made first
    private Outlook supposed(Look look, boolean within) {
        Named named = look.subject().named();
        ResourceForecasts forecasts = preview.means().forecasts();
        Optional<Asked> before =
                within ? Optional.empty() : forecasts.asked(preview.means().caller(), named);
        ObjectNode body = look.body().json().deepCopy();
        boolean opaque = look.body().opaque().isPresent();
        if (opaque) {
            body.remove("properties");
        }
        Asked proposed = forecasts.proposed(
                preview.means().caller(), named, body, look.body().isKnown());
        Asked after = opaque
                ? new Asked(
                        proposed.id(),
                        proposed.envelope(),
                        before.map(Asked::properties).orElseGet(Documents::empty))
                : proposed;
        look.body()
                .unknown()
                .forEach(leaf -> preview.diagnose("Info", "ValueNotKnown", after.id(), expectation.explained(leaf)));
        return changed(look, before, after);
    }

    private Outlook changed(Look look, Optional<Asked> before, Asked after) {
        Mask mask = look.mask();
        Asked from = before.orElseGet(() -> new Asked(after.id(), Documents.empty(), Documents.empty()));
        Delta delta = Delta.between(look.schema(), from, after, mask);
        look.body().opaque().ifPresent(text -> delta.opaque(from, text));
        if (before.isPresent() && delta.isEmpty()) {
            return same(look, before.get());
        }
        List<List<String>> touched = delta.touched();
        withoutEffect(look, delta);
        preview.changed(
                look.subject(),
                new Difference(before, after, delta, mask, look.body().opaque()),
                look.body().isKnown());
        List<List<String>> unknown =
                look.body().unknown().stream().map(Body.Unknown::place).toList();
        return new Outlook(
                before.isEmpty() ? State.CREATE : State.MODIFY, Optional.of(after), touched, unknown, mask.hidden());
    }

    private Outlook same(Look look, Asked asked) {
        Mask mask = look.mask();
        Delta delta = Delta.between(look.schema(), asked, asked, mask);
        withoutEffect(look, delta);
        preview.same(look.subject(), asked, mask, delta);
        return Outlook.SAME;
    }

    private static void withoutEffect(Look look, Delta delta) {
        JsonNode properties = look.body().json().path("properties");
        look.schema().ifPresent(schema -> delta.withoutEffect(schema, properties));
    }

    // -- deployments ------------------------------------------------------------------------------------------------

    private Outlook deployment(Node node) {
        Optional<Named> named = named(node);
        if (named.isEmpty()) {
            return Outlook.LOST;
        }
        String id = named.get().id();
        Body body = body(node);
        if (!body.faults().isEmpty()) {
            body.faults().forEach(fault -> preview.refuse(refusal(id, fault, body)));
            return Outlook.LOST;
        }
        List<String> keys = new ArrayList<>(level.keys());
        keys.add(node.key());
        Optional<Compiled> inner = Optional.ofNullable(level.compiled().nested().get(node.key()));
        try {
            if (inner.isEmpty() && body.isKnown()) {
                inner = preview.means().templates().compile(described(body, keys, id));
            }
        } catch (InvalidTemplateException e) {
            e.faults().forEach(fault -> preview.refuse(new Refusal(id, fault.code(), fault.text(), Optional.empty())));
            return Outlook.LOST;
        }
        if (inner.isEmpty()) {
            preview.obscure();
            preview.unsupported(subject(node, named.get()), hidden(body));
            return Outlook.LOST;
        }
        Foresight within = new Foresight(preview, new Level(inner.get(), id, List.copyOf(keys)));
        nested.put(node.key(), within);
        within.look();
        return Outlook.SAME;
    }

    private static NestedTemplates.Nested described(Body body, List<String> keys, String id) {
        ObjectNode envelope = body.json().deepCopy();
        envelope.remove("properties");
        ObjectNode properties = body.json().path("properties") instanceof ObjectNode given ? given : Documents.empty();
        Set<String> secret = body.secrets().stream()
                .filter(place -> place.size() > 2 && place.get(1).equalsIgnoreCase("parameters"))
                .map(place -> place.get(2))
                .collect(Collectors.toSet());
        return new NestedTemplates.Nested(keys, id, envelope, properties, secret);
    }

    private String hidden(Body body) {
        String what = "The nested deployment can't be looked into before it is done: ";
        return body.isKnown()
                ? what + "its template can't be evaluated yet."
                : what + body.unknown().stream().map(expectation::explained).collect(Collectors.joining(" "));
    }

    /// What an output of the document will be.
    ///
    /// @throws EvaluationException if it can't be evaluated
    Evaluated output(Expression value) {
        return expectation.of(value);
    }
}
