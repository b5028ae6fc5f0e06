package fairlead.contract.check;

import fairlead.contract.Rule;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Reads resources that a step was not about, and compares them with what they were before.
public final class OthersUntouchedCheck {

    private final SuiteContext context;

    public OthersUntouchedCheck(SuiteContext context) {
        this.context = context;
    }

    /// After a create of one of them.
    public void afterCreate(Map<String, ObjectNode> models, String created) {
        compare(models, created, Rule.CREATE_OTHERS, "The create of");
    }

    public void afterUpdate(Map<String, ObjectNode> models, String updated) {
        compare(models, updated, Rule.UPDATE_OTHERS, "The update of");
    }

    /// @param what the delete, as the subject of a sentence that goes on with the identifier
    public void afterDelete(Map<String, ObjectNode> models, String deleted, String what) {
        compare(models, deleted, Rule.DELETE_OTHERS, what);
    }

    /// All but the one that something was done to are as before.
    ///
    /// @param models by identifier, what the last reads showed; empty where there was nothing to see. Gets what
    ///     reads show now
    private void compare(Map<String, ObjectNode> models, String doneTo, Rule rule, String what) {
        for (Map.Entry<String, ObjectNode> other : models.entrySet()) {
            if (other.getKey().equals(doneTo) || other.getValue().isEmpty()) {
                continue;
            }
            context.findings.looked(rule, "reads of other resources");
            switch (context.inPassing().read(other.getKey())) {
                case ReadOutcome.Found(var now)
                when !isCalled(other.getKey(), now) ->
                    context.findings.failed(
                            Rule.READ_PRIMARY_IDENTIFIER,
                            "A read of '%s' shows '%s'."
                                    .formatted(
                                            other.getKey(),
                                            context.schema.identifier(now).orElse("")));
                case ReadOutcome.Found(var now) -> {
                    changed(context, other.getValue(), now)
                            .ifPresent(where -> context.findings.failed(
                                    rule,
                                    "%s '%s' changed '%s', too%s.".formatted(what, doneTo, other.getKey(), where)));
                    other.setValue(now);
                }
                case ReadOutcome.Missing() -> {
                    context.findings.failed(
                            rule, "%s '%s' took '%s' away, too.".formatted(what, doneTo, other.getKey()));
                    other.setValue(context.schema.document().objectNode());
                }
                case ReadOutcome.Wrong(var _, var message) ->
                    context.note("A read of '%s' failed after something was done to '%s': %s"
                            .formatted(other.getKey(), doneTo, message));
            }
        }
    }

    private boolean isCalled(String identifier, ObjectNode model) {
        return context.schema.identifier(model).filter(identifier::equals).isPresent();
    }

    /// After a create was refused because the resource existed.
    ///
    /// @return whether the resource still exists
    public boolean afterRefusedCreate(String identifier, ObjectNode before) {
        context.findings.looked(Rule.CREATE_OTHERS, "reads of what existed before");
        return switch (context.inPassing().read(identifier)) {
            case ReadOutcome.Found(var now) -> {
                changed(context, before, now)
                        .ifPresent(where -> context.findings.failed(
                                Rule.CREATE_OTHERS,
                                "A create that was refused with AlreadyExists changed '%s'%s."
                                        .formatted(identifier, where)));
                yield true;
            }
            case ReadOutcome.Missing() -> {
                context.findings.failed(
                        Rule.CREATE_OTHERS,
                        "A create that was refused with AlreadyExists took '%s' away.".formatted(identifier));
                yield false;
            }
            case ReadOutcome.Wrong _ -> true;
        };
    }

    /// Where two models differ, as the end of a sentence. Read-only properties may be about more than their resource.
    public static Optional<String> changed(SuiteContext context, ObjectNode before, ObjectNode now) {
        ObjectNode was = context.schema.withoutReadOnly(before);
        ObjectNode is = context.schema.withoutReadOnly(now);
        List<String> pointers = new ArrayList<>(context.agreement.lacking(was, is));
        context.agreement.lacking(is, was).stream()
                .filter(pointer -> !pointers.contains(pointer))
                .forEach(pointers::add);
        return pointers.isEmpty() ? Optional.empty() : Optional.of(" at " + String.join(", ", pointers));
    }
}
