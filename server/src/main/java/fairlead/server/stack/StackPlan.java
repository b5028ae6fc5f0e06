package fairlead.server.stack;

import fairlead.schema.ResourceSchema;
import fairlead.server.access.Caller;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackOutputs;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.step.NodeValues;
import fairlead.server.stack.step.NodeVerbs;
import fairlead.server.stack.step.Preflight;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.step.StackTask;
import fairlead.server.stack.step.StackVerbs;
import fairlead.server.stack.template.Compilation;
import fairlead.server.stack.template.Compilations;
import fairlead.server.stack.template.StackScope;
import fairlead.server.stack.template.TemplateLanguage;
import fairlead.server.type.AccountTypes;
import fairlead.stack.NodePlan;
import fairlead.stack.Plan;
import fairlead.stack.document.Document;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Node;
import fairlead.stack.document.TypeCatalog;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Says what a template would do to a stack, without doing anything.
final class StackPlan {

    private static final StackOrder NOTHING = StackOrder.of(Purpose.UPDATE, OnFailure.ROLLBACK, "");

    private final Compilations compilations;
    private final AccountTypes types;
    private final StackTask.NodeAccess access;
    private final Clock clock;

    StackPlan(Compilations compilations, AccountTypes types, StackTask.NodeAccess access, Clock clock) {
        this.clock = clock;
        this.compilations = compilations;
        this.types = types;
        this.access = access;
    }

    /// What would become of a stack.
    ///
    /// @param others whether something would that is no resource: outputs, tags, a description
    /// @param compilation what the template says
    record Looked(Plan plan, boolean others, Compilation compilation, ObjectNode content) {
        boolean isChange() {
            return others || !plan.isEmpty();
        }
    }

    /// What a template of a stack is compiled with.
    TemplateLanguage.Source source(Stack stack, ObjectNode content, List<StackNode> nodes) {
        return compilations.source(stack, content, nodes);
    }

    /// What a stack is made by that is updated: what other requests have said of it stays.
    ObjectNode continued(Stack stack, ObjectNode content) {
        return compilations.continued(stack, content);
    }

    /// The resource of a node as it is; empty if there is none.
    Optional<ObjectNode> live(Stack stack, StackNode node, Caller caller) {
        return verbs(caller, stack, false).of(node.present().kind()).read(node.present());
    }

    private StackVerbs verbs(Caller caller, Stack stack, boolean rehearsing) {
        return access.of(caller, stack, NOTHING, rehearsing);
    }

    /// The schema of a node's type; empty if there is no such type any more.
    Optional<ResourceSchema> schema(Stack stack, StackNode node) {
        return new StackScope(types, stack.place().subscription())
                .schema(node.present().type());
    }

    /// The types that there are at a place.
    TypeCatalog catalog(StackPlace place) {
        return new StackScope(types, place.subscription());
    }

    /// What the template says that a stack has.
    Document document(Stack stack, List<StackNode> nodes) {
        return compilations.of(stack, stack.content(), nodes).document();
    }

    /// Looks what is at the addresses of a stack's nodes.
    PresentResources present(Stack stack, Caller caller, PresentResources.Owners owners) {
        NodeVerbs resources = verbs(caller, stack, false).resources();
        return new PresentResources(stack, resources, owners, clock.instant());
    }

    /// What is there already of what a stack is to be.
    ///
    /// @param nodes those that the stack has
    PresentResources.Found found(
            Stack stack, List<StackNode> nodes, Wish wish, Caller caller, PresentResources.Owners owners) {
        TemplateLanguage language = compilations.language(stack);
        if (!language.hasAddresses()) {
            return PresentResources.Found.nothing(nodes);
        }
        Document document = compilations.of(stack, wish.content(), nodes).document();
        return present(stack, caller, owners).of(nodes, document, language.kept(wish.content()), wish.adopt());
    }

    /// What a template language keeps of a stack that has taken resources in.
    ObjectNode adopting(Stack stack, ObjectNode wanted, List<StackNode> taken) {
        Map<String, ObjectNode> asked = new LinkedHashMap<>();
        taken.forEach(node -> asked.put(node.key(), node.present().applied()));
        return compilations.language(stack).adopting(stack.content(), wanted, asked);
    }

    /// Refuses a stack that may not be given another template.
    void requireUpdatable(Stack stack) {
        if (!isUpdatable(stack)) {
            throw StackProblems.state(stack, "updated");
        }
    }

    /// Whether a stack may be given another template: also one of which an operation has left nothing, if its language
    /// says so.
    boolean isUpdatable(Stack stack) {
        return stack.status().updatable()
                || (stack.status().rolledBack() && compilations.language(stack).goesOn());
    }

    /// What a template would do; a problem with all that is wrong with it.
    ///
    /// @param nodes those that the stack has
    Looked look(Stack stack, List<StackNode> nodes, ObjectNode content, Caller caller) {
        return look(stack, nodes, content, caller, Map.of());
    }

    /// The same where nodes are resources that are there already.
    ///
    /// @param imports their identifiers, by the keys of the nodes
    Looked look(Stack stack, List<StackNode> nodes, ObjectNode content, Caller caller, Map<String, String> imports) {
        Compilation compilation = compilations.of(stack, content, nodes);
        Map<String, StackNode> present = nodes.stream()
                .collect(Collectors.toMap(StackNode::key, Function.identity(), (a, _) -> a, LinkedHashMap::new));
        TypeCatalog catalog = new StackScope(types, stack.place().subscription());
        StackVerbs verbs = verbs(caller, stack.pending(content), false);
        NodeValues values = new NodeValues(key -> Optional.ofNullable(present.get(key)), verbs, catalog, stack.name());
        try {
            Plan plan = Preflight.plan(compilation, nodes, values, catalog, verbs, imports);
            boolean others = !plan.isEmpty() || isOtherwise(stack, nodes, compilation, values);
            return new Looked(plan, others, compilation, content);
        } catch (EvaluationException wrong) {
            throw StackProblems.invalid("Template error: " + wrong.getMessage());
        }
    }

    /// What a stack is made by that is a node of one of which a template was looked at.
    ///
    /// @param desired the properties of the node
    ObjectNode nested(Stack stack, Looked looked, ObjectNode desired) {
        return compilations.nested(stack.pending(looked.content()), desired);
    }

    private boolean isOtherwise(Stack stack, List<StackNode> nodes, Compilation next, NodeValues values) {
        if (stack.content().isEmpty()) {
            return true;
        }
        Compilation before = compilations.of(stack, stack.content(), nodes);
        return !before.aside().equals(next.aside())
                || !StackOutputs.write(values.outputs(next.document())).equals(stack.outputs());
    }

    /// Which nodes that would be made are there already and of no stack, as far as their identifiers are known: these,
    /// by the keys.
    Map<String, String> found(Stack stack, Looked looked, Caller caller) {
        NodeVerbs verbs = verbs(caller, stack, false).resources();
        TypeCatalog catalog = catalog(stack.place());
        Map<String, String> found = new LinkedHashMap<>();
        for (NodePlan plan : looked.plan().nodes()) {
            Node node = looked.compilation().document().nodes().get(plan.key());
            if (plan.action() == NodePlan.Action.ADD && node != null && node.kind() == Node.Kind.RESOURCE) {
                catalog.schema(plan.type())
                        .flatMap(schema -> schema.identifier(plan.wanted().known()))
                        .filter(physical -> verbs.importRefusal(Preflight.subject(node.kind(), node.type(), physical))
                                .isEmpty())
                        .ifPresent(physical -> found.put(plan.key(), physical));
            }
        }
        return found;
    }

    /// Why nodes would be refused, by their keys.
    SequencedMap<String, String> refusals(Stack stack, List<StackNode> nodes, Looked looked, Caller caller) {
        Map<String, StackNode> present = nodes.stream().collect(Collectors.toMap(StackNode::key, Function.identity()));
        TypeCatalog catalog = new StackScope(types, stack.place().subscription());
        return new Preflight(verbs(caller, stack.pending(looked.content()), true), catalog)
                .refusals(looked.plan(), looked.compilation(), present);
    }
}
