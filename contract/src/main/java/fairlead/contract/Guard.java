package fairlead.contract;

import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Tags;
import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Holds each answer of a type's handler against the rules that a single answer can break.
///
/// An answer without breaches is safe to store: it has the schema's shape, carries the identifier, and no nulls
/// and no write-only values. Thread-safe.
public final class Guard {

    private final ResourceSchema schema;
    private final Agreement agreement;

    public Guard(ResourceSchema schema) {
        this(schema, new Agreement(schema));
    }

    private Guard(ResourceSchema schema, Agreement agreement) {
        this.schema = schema;
        this.agreement = agreement;
    }

    /// The same for a request with these tags, which the handler may add to those among the properties.
    public Guard tagged(Tags tags) {
        return new Guard(schema, agreement.tagged(tags));
    }

    /// The rules for the models of one verb.
    private record Rules(Rule answer, Rule shape, Rule identifier, Rule unchanged, Rule request) {

        static final Rules CREATE = new Rules(
                Rule.CREATE_ANSWER,
                Rule.CREATE_MODEL_SHAPE,
                Rule.CREATE_PRIMARY_IDENTIFIER,
                Rule.CREATE_IDENTIFIER_UNCHANGED,
                Rule.CREATE_RETURNS_REQUEST);
        static final Rules UPDATE = new Rules(
                Rule.UPDATE_ANSWER,
                Rule.UPDATE_MODEL_SHAPE,
                Rule.UPDATE_PRIMARY_IDENTIFIER,
                Rule.UPDATE_IDENTIFIER_UNCHANGED,
                Rule.UPDATE_RETURNS_REQUEST);
    }

    /// What a create answered.
    ///
    /// @param desired what was asked for
    /// @param known the identifier that an earlier answer of the same operation gave
    public List<Breach> create(Progress answer, ObjectNode desired, Optional<String> known) {
        return change(answer, desired, known, Rules.CREATE);
    }

    /// What an update answered.
    public List<Breach> update(Progress answer, ObjectNode desired, String identifier) {
        return change(answer, desired, Optional.of(identifier), Rules.UPDATE);
    }

    /// What an update answered, where it is known what was asked for before: lists are replaced, not merged.
    public List<Breach> update(Progress answer, ObjectNode desired, String identifier, ObjectNode before) {
        List<Breach> breaches = update(answer, desired, identifier);
        return answer instanceof Progress.Done(var model)
                ? ListMerge.named(breaches, Rule.UPDATE_RETURNS_REQUEST, Rule.UPDATE_REPLACES, before, desired, model)
                : breaches;
    }

    private List<Breach> change(Progress answer, ObjectNode desired, Optional<String> known, Rules rules) {
        return switch (answer) {
            case Progress.Done(var model) -> {
                List<Breach> breaches = model(model, rules.shape, true);
                identity(model, known, rules.identifier, rules.unchanged, breaches);
                applied(desired, model, rules.request, breaches);
                yield List.copyOf(breaches);
            }
            case Progress.Again again -> {
                List<Breach> breaches = model(again.properties(), rules.shape, false);
                identity(again.properties(), known, rules.identifier, rules.unchanged, breaches);
                delay(again, breaches);
                yield List.copyOf(breaches);
            }
            case Progress.Gone() -> {
                boolean creating = rules.equals(Rules.CREATE);
                yield List.of(new Breach(
                        rules.answer, "The " + (creating ? "create" : "update") + " answered without a model."));
            }
            case Progress.Failed(var _, var message) -> failure(message);
        };
    }

    /// What a delete answered.
    public List<Breach> delete(Progress answer) {
        return switch (answer) {
            case Progress.Done _ -> List.of(new Breach(Rule.DELETE_NO_MODEL, "The delete answered with a model."));
            case Progress.Gone() -> List.of();
            case Progress.Again again -> {
                List<Breach> breaches = model(again.properties(), Rule.DELETE_MODEL_SHAPE, false);
                delay(again, breaches);
                yield List.copyOf(breaches);
            }
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
                yield List.copyOf(breaches);
            }
            case Progress.Again _ -> List.of(new Breach(Rule.READ_SYNCHRONOUS, "The read asked to be called again."));
            case Progress.Gone() ->
                List.of(new Breach(
                        Rule.READ_MODEL_SHAPE,
                        "The read answered without a model; a resource that does not"
                                + " exist is answered with NotFound."));
            case Progress.Failed(var _, var message) -> failure(message);
        };
    }

    /// What counts of a page, by the profile of the type.
    public Page identifiers(Page page) {
        return new Page(schema.profile().entries(page.identifiers(), schema::identifierModel), page.next());
    }

    /// What callers see of a page whose identifiers are sound. By a profile that lets handlers list more than
    /// identifiers it is all that fits the schema and is not write-only, or else the identifiers.
    public Page shown(Page page) {
        return new Page(schema.profile().entries(page.identifiers(), this::fitting), page.next());
    }

    private ObjectNode fitting(ObjectNode entry) {
        ObjectNode visible = schema.withoutWriteOnly(entry);
        return schema.validateModel(visible).isEmpty() ? visible : schema.identifierModel(entry);
    }

    /// What a list answered.
    public List<Breach> list(Page page) {
        List<Breach> breaches = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (ObjectNode entry : page.identifiers()) {
            List<String> secrets = secrets(entry);
            Optional<String> identifier = schema.identifier(entry);
            if (!secrets.isEmpty()) {
                breaches.add(new Breach(
                        Rule.NO_WRITE_ONLY,
                        "The list has an entry with the write-only property " + secrets.getFirst() + ".",
                        secrets));
            }
            misshapen(entry, identifier.isEmpty()).ifPresent(breaches::add);
            if (identifier.isPresent() && !seen.add(identifier.get())) {
                breaches.add(new Breach(
                        Rule.LIST_IDENTIFIERS, "The list has '" + identifier.get() + "' twice in one page."));
            }
        }
        return breaches.stream().distinct().toList();
    }

    /// What a list answered that was asked for a page of so many at most.
    public List<Breach> list(Page page, int limit) {
        List<Breach> breaches = new ArrayList<>(list(page));
        if (page.identifiers().size() > limit) {
            breaches.add(new Breach(
                    Rule.LIST_PAGINATES,
                    "A page has %d entries though at most %d were asked for."
                            .formatted(page.identifiers().size(), limit)));
        }
        return breaches;
    }

    private Optional<Breach> misshapen(ObjectNode entry, boolean nameless) {
        if (nameless) {
            return Optional.of(
                    new Breach(Rule.LIST_IDENTIFIERS, "The list has an entry without a primary identifier."));
        }
        List<Finding> findings = schema.validateModel(entry);
        if (!findings.isEmpty()) {
            Finding first = findings.getFirst();
            return Optional.of(new Breach(
                    Rule.LIST_IDENTIFIERS,
                    "The list has an entry that is no identifier; at " + first.pointer() + ": " + first.message()
                            + "."));
        }
        ObjectNode rest = entry.deepCopy();
        schema.primaryIdentifier().forEach(path -> path.remove(rest));
        List<String> others = Models.leaves(rest);
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(new Breach(
                        Rule.LIST_IDENTIFIERS,
                        "The list has an entry with more than the primary identifier: " + String.join(", ", others)
                                + ".",
                        others));
    }

    /// Whether a read shows the desired state; the pointers of what it does not show.
    public List<String> unmet(ObjectNode desired, ObjectNode read) {
        return agreement.unmet(desired, read);
    }

    private List<Breach> model(ObjectNode model, Rule shape, boolean last) {
        List<Breach> breaches = new ArrayList<>();
        for (Finding finding : schema.validateModel(model)) {
            boolean isNull = finding.id().equals("model.null");
            String found = "The model at " + finding.pointer() + ": " + finding.message() + ".";
            breaches.add(new Breach(isNull ? Rule.NO_NULLS : shape, found, List.of(finding.pointer())));
        }
        if (last) {
            secrets(model)
                    .forEach(pointer -> breaches.add(new Breach(
                            Rule.NO_WRITE_ONLY,
                            "The model has the write-only property " + pointer + ".",
                            List.of(pointer))));
        }
        return breaches;
    }

    private List<String> secrets(ObjectNode model) {
        return schema.writeOnly().stream()
                .flatMap(path -> path.find(model).stream())
                .map(PropertyPath.Located::pointer)
                .toList();
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

    /// What is wrong already for another reason is not said again.
    private void applied(ObjectNode desired, ObjectNode model, Rule rule, List<Breach> breaches) {
        boolean renamed = breaches.stream().anyMatch(breach -> isAboutIdentity(breach.rule()));
        List<String> known =
                breaches.stream().flatMap(breach -> breach.pointers().stream()).toList();
        List<String> unmet = agreement.unmet(desired, model).stream()
                .filter(pointer -> known.stream().noneMatch(other -> Models.touch(pointer, other)))
                .filter(pointer -> !renamed || !isIdentifier(pointer))
                .toList();
        if (!unmet.isEmpty()) {
            breaches.add(
                    new Breach(rule, "The model differs from the request at " + String.join(", ", unmet) + ".", unmet));
        }
    }

    private static boolean isAboutIdentity(Rule rule) {
        return rule == Rule.UPDATE_IDENTIFIER_UNCHANGED
                || rule == Rule.UPDATE_PRIMARY_IDENTIFIER
                || rule == Rule.CREATE_IDENTIFIER_UNCHANGED
                || rule == Rule.CREATE_PRIMARY_IDENTIFIER;
    }

    private boolean isIdentifier(String pointer) {
        return schema.primaryIdentifier().stream().anyMatch(path -> Models.touch(path.modelPointer(), pointer));
    }

    private static void delay(Progress.Again again, List<Breach> breaches) {
        if (again.after().isNegative()) {
            breaches.add(new Breach(
                    Rule.CALLBACK_DELAY, "The handler asked to be called again after " + again.after() + "."));
        }
    }

    private static List<Breach> failure(String message) {
        return message.isBlank() ? List.of(withoutMessage("The failure")) : List.of();
    }

    /// A failure that says nothing to people.
    ///
    /// @param failure which, as the subject of a sentence
    public static Breach withoutMessage(String failure) {
        return new Breach(Rule.FAILURE_MESSAGE, failure + " has no message.");
    }

    /// A failure that says nothing to programs.
    public static Breach withoutErrorCode() {
        return new Breach(Rule.FAILURE_CODE, "The failure has no error code.");
    }

    // -- what is looked at ----------------------------------------------------------------------------------------

    /// What the guard looks at in an answer, for one rule.
    ///
    /// @param what in the words of [Rule#looksAt]
    public record Looked(Rule rule, String what, long count) {}

    /// @param known whether an earlier answer of the same operation gave an identifier
    public List<Looked> lookedAtCreate(Progress answer, ObjectNode desired, boolean known) {
        return lookedAtChange(answer, desired, known, Rules.CREATE);
    }

    public List<Looked> lookedAtUpdate(Progress answer, ObjectNode desired) {
        return lookedAtChange(answer, desired, true, Rules.UPDATE);
    }

    private List<Looked> lookedAtChange(Progress answer, ObjectNode desired, boolean known, Rules rules) {
        List<Looked> looked = new ArrayList<>();
        switch (answer) {
            case Progress.Done(var model) -> {
                looked.addAll(lookedAtModel(model, rules.shape));
                looked.addAll(lookedAtSecrets());
                looked.add(new Looked(rules.answer, "successes", 1));
                looked.add(new Looked(
                        rules.request, "properties", Models.leaves(desired).size()));
                looked.addAll(lookedAtIdentity(known, rules));
            }
            case Progress.Again again -> {
                looked.addAll(lookedAtModel(again.properties(), rules.shape));
                looked.addAll(lookedAtIdentity(known, rules));
                looked.add(new Looked(Rule.CALLBACK_DELAY, "answers IN_PROGRESS", 1));
            }
            case Progress.Gone() -> looked.add(new Looked(rules.answer, "successes", 1));
            case Progress.Failed _ -> looked.addAll(lookedAtFailure());
        }
        return looked;
    }

    private static List<Looked> lookedAtIdentity(boolean known, Rules rules) {
        return List.of(new Looked(rules.identifier, "models", 1), new Looked(rules.unchanged, "models", known ? 1 : 0));
    }

    public List<Looked> lookedAtDelete(Progress answer) {
        return switch (answer) {
            case Progress.Done _, Progress.Gone() -> List.of(new Looked(Rule.DELETE_NO_MODEL, "successes", 1));
            case Progress.Again again -> {
                List<Looked> looked = lookedAtModel(again.properties(), Rule.DELETE_MODEL_SHAPE);
                looked.add(new Looked(Rule.CALLBACK_DELAY, "answers IN_PROGRESS", 1));
                yield looked;
            }
            case Progress.Failed _ -> lookedAtFailure();
        };
    }

    /// @param byPrimary whether the primary identifier was asked for
    public List<Looked> lookedAtRead(Progress answer, boolean byPrimary) {
        List<Looked> looked = new ArrayList<>(List.of(new Looked(Rule.READ_SYNCHRONOUS, "reads", 1)));
        switch (answer) {
            case Progress.Done(var model) -> {
                looked.addAll(lookedAtModel(model, Rule.READ_MODEL_SHAPE));
                looked.addAll(lookedAtSecrets());
                looked.add(new Looked(Rule.READ_PRIMARY_IDENTIFIER, "models", byPrimary ? 1 : 0));
            }
            case Progress.Failed _ -> looked.addAll(lookedAtFailure());
            case Progress.Gone(), Progress.Again _ -> {}
        }
        return looked;
    }

    private static List<Looked> lookedAtModel(ObjectNode model, Rule shape) {
        return new ArrayList<>(List.of(
                new Looked(shape, "models", 1),
                new Looked(Rule.NO_NULLS, "values", Models.leaves(model).size())));
    }

    private List<Looked> lookedAtSecrets() {
        return List.of(
                new Looked(Rule.NO_WRITE_ONLY, "models", schema.writeOnly().isEmpty() ? 0 : 1));
    }

    public static List<Looked> lookedAtFailure() {
        return List.of(new Looked(Rule.FAILURE_MESSAGE, "failures", 1));
    }

    /// Whatever a list answers.
    public static List<Looked> lookedAtList() {
        return List.of(new Looked(Rule.LIST_SYNCHRONOUS, "lists", 1));
    }

    public static List<Looked> lookedAtPage(Page page) {
        return List.of(
                new Looked(Rule.LIST_IDENTIFIERS, "entries", page.identifiers().size()));
    }
}
