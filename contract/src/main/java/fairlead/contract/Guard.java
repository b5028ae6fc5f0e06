package fairlead.contract;

import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Holds each answer of a type's handler against the rules that a single answer can break.
///
/// An answer without breaches is safe to store: it has the schema's shape, carries the identifier, and no nulls
/// and no write-only values. Thread-safe.
public final class Guard {

    private final ResourceSchema schema;

    public Guard(ResourceSchema schema) {
        this.schema = schema;
    }

    /// What a create answered.
    ///
    /// @param desired what was asked for
    /// @param known the identifier that an earlier answer of the same operation gave
    public List<Breach> create(Progress answer, ObjectNode desired, Optional<String> known) {
        return switch (answer) {
            case Progress.Done(var model) -> {
                List<Breach> breaches = model(model, Rule.CREATE_MODEL_SHAPE, true);
                identity(model, known, Rule.CREATE_PRIMARY_IDENTIFIER, Rule.CREATE_IDENTIFIER_UNCHANGED, breaches);
                applied(desired, model, Rule.CREATE_RETURNS_REQUEST, breaches);
                yield breaches;
            }
            case Progress.Again again -> {
                List<Breach> breaches = model(again.properties(), Rule.CREATE_MODEL_SHAPE, false);
                identity(
                        again.properties(),
                        known,
                        Rule.CREATE_PRIMARY_IDENTIFIER,
                        Rule.CREATE_IDENTIFIER_UNCHANGED,
                        breaches);
                yield breaches;
            }
            case Progress.Gone() -> List.of(new Breach(Rule.CREATE_ANSWER, "The create answered without a model."));
            case Progress.Failed(var _, var message) -> failure(message);
        };
    }

    /// What an update answered.
    public List<Breach> update(Progress answer, ObjectNode desired, String identifier) {
        Optional<String> known = Optional.of(identifier);
        return switch (answer) {
            case Progress.Done(var model) -> {
                List<Breach> breaches = model(model, Rule.UPDATE_MODEL_SHAPE, true);
                identity(model, known, Rule.UPDATE_PRIMARY_IDENTIFIER, Rule.UPDATE_IDENTIFIER_UNCHANGED, breaches);
                applied(desired, model, Rule.UPDATE_RETURNS_REQUEST, breaches);
                yield breaches;
            }
            case Progress.Again again -> {
                List<Breach> breaches = model(again.properties(), Rule.UPDATE_MODEL_SHAPE, false);
                identity(
                        again.properties(),
                        known,
                        Rule.UPDATE_PRIMARY_IDENTIFIER,
                        Rule.UPDATE_IDENTIFIER_UNCHANGED,
                        breaches);
                yield breaches;
            }
            case Progress.Gone() -> List.of(new Breach(Rule.UPDATE_ANSWER, "The update answered without a model."));
            case Progress.Failed(var _, var message) -> failure(message);
        };
    }

    /// What a delete answered.
    public List<Breach> delete(Progress answer) {
        return switch (answer) {
            case Progress.Done _ -> List.of(new Breach(Rule.DELETE_NO_MODEL, "The delete answered with a model."));
            case Progress.Gone(), Progress.Again _ -> List.of();
            case Progress.Failed(var _, var message) -> failure(message);
        };
    }

    /// What a read answered.
    ///
    /// @param identifier what was asked for, if by the primary identifier
    public List<Breach> read(Progress answer, Optional<String> identifier) {
        return switch (answer) {
            case Progress.Done(var model) -> {
                List<Breach> breaches = model(model, Rule.READ_MODEL_SHAPE, true);
                identity(model, identifier, Rule.READ_PRIMARY_IDENTIFIER, Rule.READ_PRIMARY_IDENTIFIER, breaches);
                yield breaches;
            }
            case Progress.Again _ -> List.of(new Breach(Rule.READ_SYNCHRONOUS, "The read asked to be called again."));
            case Progress.Gone() ->
                List.of(new Breach(
                        Rule.READ_MODEL_SHAPE,
                        "The read answered without a model; a thing that does not"
                                + " exist is answered with NotFound."));
            case Progress.Failed(var _, var message) -> failure(message);
        };
    }

    /// What a list answered.
    public List<Breach> list(Page page) {
        for (ObjectNode identifier : page.identifiers()) {
            if (schema.identifier(identifier).isEmpty()) {
                return List.of(
                        new Breach(Rule.LIST_IDENTIFIERS, "The list has an entry without a primary identifier."));
            }
        }
        return List.of();
    }

    /// Whether a read shows the desired state; the pointers of what it does not show.
    public List<String> unmet(ObjectNode desired, ObjectNode read) {
        return schema.unmet(desired, read);
    }

    private List<Breach> model(ObjectNode model, Rule shape, boolean last) {
        List<Breach> breaches = new ArrayList<>();
        for (Finding finding : schema.validateModel(model)) {
            boolean isNull = finding.id().equals("model.null");
            String found = "The model at " + finding.pointer() + ": " + finding.message() + ".";
            breaches.add(new Breach(isNull ? Rule.NO_NULLS : shape, found));
        }
        if (last) {
            for (PropertyPath path : schema.writeOnly()) {
                path.find(model)
                        .forEach(located -> breaches.add(new Breach(
                                Rule.NO_WRITE_ONLY,
                                "The model has the write-only property " + located.pointer() + ".")));
            }
        }
        return breaches;
    }

    private void identity(
            ObjectNode model, Optional<String> known, Rule present, Rule unchanged, List<Breach> breaches) {
        Optional<String> identifier = schema.identifier(model);
        if (identifier.isEmpty()) {
            breaches.add(
                    new Breach(present, "The model lacks the primary identifier " + schema.primaryIdentifier() + "."));
        } else if (known.isPresent() && !known.equals(identifier)) {
            breaches.add(new Breach(
                    unchanged,
                    "The model has the primary identifier '" + identifier.get() + "' instead of '" + known.get()
                            + "'."));
        }
    }

    private void applied(ObjectNode desired, ObjectNode model, Rule rule, List<Breach> breaches) {
        List<String> unmet = schema.unmet(desired, model);
        if (!unmet.isEmpty()) {
            breaches.add(new Breach(rule, "The model differs from the request at " + String.join(", ", unmet) + "."));
        }
    }

    private static List<Breach> failure(String message) {
        return message.isBlank() ? List.of(new Breach(Rule.FAILURE_MESSAGE, "The failure has no message.")) : List.of();
    }
}
