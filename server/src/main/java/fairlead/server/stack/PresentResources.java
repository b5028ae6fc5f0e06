package fairlead.server.stack;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Report;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Terms;
import fairlead.server.stack.record.StackNode.Work;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.step.NodeVerbs;
import fairlead.server.stack.step.NodeVerbs.Call;
import fairlead.server.stack.step.NodeVerbs.There;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Looks what is at the addresses of a stack's nodes: resources that are no stack's yet, those of another one, and
/// those
/// of the stack that others have changed or deleted since. Of stacks whose templates say no addresses, nothing.
final class PresentResources {

    /// The status of a node whose resource was there before it.
    static final String IMPORTED = "IMPORT_COMPLETE";

    private static final String UNOWNED =
            "The resource exists already, and belongs to no stack: --adopt takes it into this"
                    + " one, \"adopt\" in the native API.";

    private final Stack stack;
    private final NodeVerbs verbs;
    private final Owners owners;
    private final Instant now;

    /// Finds the stack that has a resource, by its type and its identifier.
    interface Owners {
        Optional<Stack> of(StackPlace place, String type, String identifier);
    }

    PresentResources(Stack stack, NodeVerbs verbs, Owners owners, Instant now) {
        this.stack = stack;
        this.verbs = verbs;
        this.owners = owners;
        this.now = now;
    }

    /// What was found.
    ///
    /// @param nodes those of the stack as they are, with those that it takes in
    /// @param noted those among them that are recorded otherwise, or not at all
    /// @param gone those that are recorded, and whose resources are no more
    /// @param adopted the keys of those that the stack takes in
    /// @param refusals why nodes can't be made, by their keys
    record Found(
            List<StackNode> nodes,
            List<StackNode> noted,
            List<StackNode> gone,
            Set<String> adopted,
            SequencedMap<String, String> refusals) {

        static Found nothing(List<StackNode> nodes) {
            return new Found(nodes, List.of(), List.of(), Set.of(), new LinkedHashMap<>());
        }
    }

    /// Those of the nodes whose resources are there.
    List<StackNode> remaining(List<StackNode> nodes) {
        return nodes.stream()
                .filter(StackNode::isThere)
                .filter(node -> node.present().terms().address().isEmpty()
                        || own(node, node.present().applied()).isPresent())
                .toList();
    }

    /// @param kept keys of nodes that are left as they are
    /// @param adopt whether resources that are no stack's are taken in
    Found of(List<StackNode> nodes, Document document, Set<String> kept, boolean adopt) {
        SequencedMap<String, StackNode> known = new LinkedHashMap<>();
        nodes.forEach(node -> known.put(node.key(), node));
        Collected collected = new Collected(known);
        for (StackNode node : nodes) {
            boolean listed = node.isThere() && node.present().terms().address().isPresent();
            if (listed && !kept.contains(node.key())) {
                ObjectNode desired = document.nodes().containsKey(node.key())
                        ? desired(document.node(node.key()))
                        : node.present().applied();
                look(collected, node, desired);
            }
        }
        int position = 0;
        for (Node node : document.nodes().values()) {
            int place = position++;
            if (!collected.isThere(node.key()) && Terms.of(node).address().isPresent()) {
                meet(collected, node, place, adopt);
            }
        }
        return collected.end();
    }

    private static ObjectNode desired(Node node) {
        Evaluation evaluation = new Evaluation(reference -> new Evaluated.Unknown(Set.of(reference), false));
        return evaluation.of(node.properties()) instanceof Evaluated.Known(ObjectNode whole, var _)
                ? whole
                : JsonNodeFactory.instance.objectNode();
    }

    /// A resource of the stack may have been changed by others, or be gone.
    private void look(Collected collected, StackNode node, ObjectNode desired) {
        Optional<There> there = own(node, desired);
        if (there.isEmpty()) {
            collected.gone(node);
        } else if (!there.get().applied().equals(node.present().applied())) {
            collected.note(node.with(node.present().wanting(there.get().applied())));
        }
    }

    /// The resource of a node. Another one that others have made at its address since is not the stack's.
    private Optional<There> own(StackNode node, ObjectNode desired) {
        return there(node.key(), node.present(), false, desired)
                .filter(found -> node.present().physical().equals(Optional.of(found.identifier())));
    }

    /// What is to be made may be there already.
    private void meet(Collected collected, Node node, int position, boolean adopt) {
        ObjectNode nothing = JsonNodeFactory.instance.objectNode();
        Subject wanted = new Subject(node.kind(), node.type(), Optional.empty(), 0, nothing, Terms.of(node));
        try {
            Call call = call(node.key(), wanted);
            Optional<There> there = there(node.key(), wanted, adopt, desired(node));
            Optional<Stack> owner = there.map(There::identifier)
                    .or(() -> verbs.chosen(call, desired(node)))
                    .flatMap(identifier -> owners.of(stack.place(), node.type(), identifier))
                    .filter(stated -> there.isPresent() || !stated.id().equals(stack.id()));
            if (owner.isPresent()) {
                collected.refusals.put(node.key(), owned(owner.get()));
            } else if (there.isPresent() && adopt) {
                Subject adopted =
                        wanted.at(there.get().identifier()).wanting(there.get().applied());
                Report report = new Report(IMPORTED, "", now);
                collected.adopt(
                        new StackNode(stack.id(), node.key(), position, adopted, report, Work.NONE, Optional.empty()));
            } else if (there.isPresent()) {
                collected.refusals.put(node.key(), UNOWNED);
            }
        } catch (ProblemException refused) {
            collected.refusals.put(node.key(), refused.problem().message());
        }
    }

    private String owned(Stack owner) {
        return owner.id().equals(stack.id())
                ? "The stack has this resource already, at another address."
                : "The resource belongs to the stack '" + owner.name() + "' (language " + owner.language() + ").";
    }

    private static Call call(String key, Subject subject) {
        return new Call(key, subject.type(), "", subject.terms().address());
    }

    private Optional<There> there(String key, Subject subject, boolean claims, ObjectNode desired) {
        try {
            return verbs.there(call(key, subject), claims, subject.applied(), desired);
        } catch (ProblemException absent) {
            boolean typeKnown = absent.problem().code() != ProblemCode.TYPE_NOT_FOUND_EXCEPTION;
            if (absent.problem() instanceof Problem.NotFound && typeKnown) {
                return Optional.empty();
            }
            throw absent;
        }
    }

    /// What is found, as it is gathered.
    private static final class Collected {

        private final SequencedMap<String, StackNode> nodes;
        private final List<StackNode> noted = new ArrayList<>();
        private final List<StackNode> gone = new ArrayList<>();
        private final Set<String> adopted = new java.util.TreeSet<>();
        private final SequencedMap<String, String> refusals = new LinkedHashMap<>();

        Collected(SequencedMap<String, StackNode> known) {
            nodes = new LinkedHashMap<>(known);
        }

        void note(StackNode node) {
            nodes.put(node.key(), node);
            noted.add(node);
        }

        void adopt(StackNode node) {
            note(node);
            adopted.add(node.key());
        }

        boolean isThere(String key) {
            return Optional.ofNullable(nodes.get(key))
                    .filter(StackNode::isThere)
                    .isPresent();
        }

        void gone(StackNode node) {
            nodes.remove(node.key());
            gone.add(node);
        }

        Found end() {
            return new Found(List.copyOf(nodes.values()), noted, gone, adopted, refusals);
        }
    }
}
