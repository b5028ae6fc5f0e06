package fairlead.server.arm.deployment.whatif;

import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Reference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What a PUT of a node would have for a body, as far as that is known. Where a value is not known, the body has the
/// text of its expression.
final class Body {

    private static final String ANY = "*";

    /// A value that is not known yet.
    ///
    /// @param place the names and indexes that lead to it
    /// @param text of the expression
    /// @param because what has to be known first
    record Unknown(List<String> place, String text, Set<Reference> because) {}

    /// A value that can't be evaluated.
    record Fault(List<String> place, Exception why) {}

    private final Evaluation evaluation;
    private final ObjectNode json = Documents.empty();
    private final List<List<String>> secrets = new ArrayList<>();
    private final Set<String> secretTexts = new HashSet<>();
    private final List<Unknown> unknown = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    private Body(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    static Body of(Evaluation evaluation, Expression envelope, Expression properties) {
        Body body = new Body(evaluation);
        body.value(envelope, List.of(), List.of())
                .filter(JsonNode::isObject)
                .ifPresent(around -> body.json.setAll((ObjectNode) around));
        List<String> place = List.of("properties");
        body.value(properties, place, place)
                .filter(inner -> !inner.isObject() || !inner.isEmpty())
                .ifPresent(inner -> body.json.set("properties", inner));
        return body;
    }

    /// A body that says nothing.
    static Body empty() {
        return new Body(new Evaluation(reference -> new Evaluated.Unknown(Set.of(reference), false)));
    }

    ObjectNode json() {
        return json;
    }

    /// The places of what must not be shown; `*` stands for each item of a list.
    List<List<String>> secrets() {
        return secrets;
    }

    /// The secrets themselves.
    Set<String> secretTexts() {
        return Set.copyOf(secretTexts);
    }

    /// A message without the secrets of the template.
    String masked(String message) {
        String masked = message;
        for (String secret : secretTexts) {
            masked = masked.replace(secret, "*******");
        }
        return masked;
    }

    List<Unknown> unknown() {
        return unknown;
    }

    List<Fault> faults() {
        return faults;
    }

    boolean isKnown() {
        return unknown.isEmpty();
    }

    /// The text that stands for all of the properties, if nothing is known of them.
    Optional<String> opaque() {
        return unknown.stream()
                .filter(leaf -> leaf.place().equals(List.of("properties")))
                .map(Unknown::text)
                .findFirst();
    }

    /// @param any the place with `*` instead of indexes
    private Optional<JsonNode> value(Expression expression, List<String> place, List<String> any) {
        return switch (expression) {
            case Expression.ObjectOf(var members) -> {
                ObjectNode made = Documents.empty();
                for (Map.Entry<String, Expression> member : members.entrySet()) {
                    value(member.getValue(), child(place, member.getKey()), child(any, member.getKey()))
                            .ifPresent(value -> made.set(member.getKey(), value));
                }
                yield Optional.of(made);
            }
            case Expression.ArrayOf(var items) -> {
                ArrayNode made = JsonNodeFactory.instance.arrayNode();
                for (Expression item : items) {
                    value(item, child(place, Integer.toString(made.size())), child(any, ANY))
                            .ifPresent(made::add);
                }
                yield Optional.of(made);
            }
            case Expression.Absent() -> Optional.empty();
            case Expression.Value _, Expression.Call _, Reference _ -> leaf(expression, place, any);
        };
    }

    private Optional<JsonNode> leaf(Expression expression, List<String> place, List<String> any) {
        try {
            return switch (evaluation.of(expression)) {
                case Evaluated.Known(var value, var secret) -> {
                    hide(secret, any);
                    if (secret) {
                        texts(value);
                    }
                    yield Optional.of(value.deepCopy());
                }
                case Evaluated.Absent() -> Optional.empty();
                case Evaluated.Unknown(var because, var secret) -> {
                    hide(secret, any);
                    String text = Texts.of(expression);
                    unknown.add(new Unknown(place, text, because));
                    yield Optional.of(StringNode.valueOf(text));
                }
            };
        } catch (EvaluationException | ProblemException e) {
            faults.add(new Fault(place, e));
            return Optional.empty();
        }
    }

    private void texts(JsonNode secret) {
        if (secret.isContainer()) {
            secret.forEach(this::texts);
        } else if (!secret.isNull() && !secret.asString().isEmpty()) {
            secretTexts.add(secret.asString());
        }
    }

    private void hide(boolean secret, List<String> any) {
        if (secret) {
            secrets.add(any);
        }
    }

    private static List<String> child(List<String> place, String step) {
        List<String> longer = new ArrayList<>(place.size() + 1);
        longer.addAll(place);
        longer.add(step);
        return List.copyOf(longer);
    }
}
