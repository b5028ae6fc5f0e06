package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.HandlerOperations.Delivered;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.Settings;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.AdditionalIdentifierCheck;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.LifecycleObservation;
import fairlead.contract.check.ListedResourcesCheck;
import fairlead.contract.check.ModelComparison;
import fairlead.contract.check.ObservedUpdate;
import fairlead.contract.check.OthersUntouchedCheck;
import fairlead.contract.check.RefusedCreateCheck;
import fairlead.contract.input.InputSet;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/// One resource from its creation to its end, looked at from all sides on the way.
public final class LifecycleScenario {

    private static final Duration MUCH_LATER = Duration.ofMinutes(10);

    private final SuiteContext context;
    private final InputSet set;
    private final ObjectNode input;
    private final Optional<ObjectNode> filter;
    private final Set<String> created = new LinkedHashSet<>();
    private final ListedResourcesCheck check;
    private final DuplicateDeliveryScenario repetitions;
    private final List<ObservedUpdate> changes = new ArrayList<>();
    private Optional<Progress.Failed> refusal = Optional.empty();
    private Optional<LifecycleObservation> facts = Optional.empty();

    public LifecycleScenario(SuiteContext context, InputSet set) {
        this(context, set, context.lists.isListable() ? context.lists.filter(set.create()) : Optional.empty());
    }

    /// @param filter what its list has to be given; without one, nothing is listed
    private LifecycleScenario(SuiteContext context, InputSet set, Optional<ObjectNode> filter) {
        this.context = context;
        this.set = set;
        this.input = set.create();
        this.filter = filter;
        this.check = new ListedResourcesCheck(context, created);
        this.repetitions = new DuplicateDeliveryScenario(context, input, filter);
    }

    /// How the create refused the input; empty if it did not.
    public Optional<Progress.Failed> run() {
        context.findings.enter("lifecycle of " + set.name(), Optional.of(input));
        try {
            Optional<Listing> before = list();
            Listing empty = before.orElse(Listing.EMPTY);
            before.ifPresent(check::beforeCreate);
            CreatedResource resource = born(empty);
            looked(resource);
            repetitions.afterCompletion(resource, empty, created);
            DuplicateCreateScenario duplicates = new DuplicateCreateScenario(context, filter, created);
            duplicates.refused(resource.identifier(), input);
            UpdateScenario updating = new UpdateScenario(context, set, filter, created, changes);
            if (context.isUpdatable()) {
                updating.update(resource);
            }
            if (!changes.isEmpty()) {
                duplicates.stillRefused(resource.identifier(), input);
            }
            stays(resource);
            new DeleteScenario(context, set, filter, created).run(resource, empty);
            updating.refusals().run();
        } catch (ScenarioAborted _) {
            // Why is among the findings.
        } finally {
            Cleanup.delete(context, created);
        }
        return refusal;
    }

    /// A life in which only values are looked at: it is made, read, listed, updated there and back, and deleted.
    public static LifecycleScenario brief(SuiteContext context, InputSet set) {
        return new LifecycleScenario(context, set, Optional.empty());
    }

    /// The same for a brief life.
    public Optional<Progress.Failed> runBriefly() {
        return runBriefly(UpdateScenario::thereAndBack);
    }

    /// The same for one in which it is changed step by step.
    public Optional<Progress.Failed> runWithSlightChanges() {
        return runBriefly(UpdateScenario::slightly);
    }

    private Optional<Progress.Failed> runBriefly(BiConsumer<UpdateScenario, CreatedResource> updates) {
        context.findings.enter("lifecycle of " + set.name(), Optional.of(input));
        try {
            CreatedResource resource = born(Listing.EMPTY);
            looked(resource);
            listed(resource);
            UpdateScenario updating = new UpdateScenario(context, set, filter, created, changes);
            if (context.isUpdatable()) {
                updates.accept(updating, resource);
            }
            new DeleteScenario(context, set, filter, created).runBriefly(resource);
            Cleanup.delete(context, created);
            updating.refusals().run();
        } catch (ScenarioAborted _) {
            // Why is among the findings.
        } finally {
            Cleanup.delete(context, created);
        }
        return refusal;
    }

    /// What is to be compared, if the life got so far.
    public Optional<LifecycleObservation> facts() {
        return facts;
    }

    private Optional<Listing> list() {
        return filter.map(given -> context.lists.read(given, ListReader.USUAL));
    }

    // -- it is made -----------------------------------------------------------------------------------------------

    private CreatedResource born(Listing before) {
        String token = context.token();
        OperationOutcome ended = context.operations.create(input, token, Delivered.ONCE);
        if (ended.failure().isPresent()) {
            refused(ended, before);
            throw new ScenarioAborted("refused");
        }
        Optional<Listing> after = list();
        after.ifPresent(listing -> check.failures(before, listing));
        Set<String> more = after.map(listing -> listing.without(before)).orElse(Set.of());
        String identifier = ended.identifier()
                .or(() -> context.schema.identifier(input))
                .or(() -> more.size() == 1 ? more.stream().findFirst() : Optional.empty())
                .orElseThrow(() -> new ScenarioAborted("the resource can't be found again"));
        created.add(identifier);
        ObjectNode answered =
                ended.model().orElseThrow(() -> new ScenarioAborted("the create answered without a model"));
        after.filter(Listing::isWhole)
                .ifPresent(listing -> repetitions.createdByEachCall(
                        identifier, check.afterCreate(identifier, listing, more, ended.events())));
        return new CreatedResource(identifier, input, answered, token);
    }

    private void refused(OperationOutcome ended, Listing before) {
        refusal = ended.failure();
        if (ended.events() > 1) {
            ended.identifier().ifPresent(created::add);
        } else if (!ended.failedWith(ErrorCode.ALREADY_EXISTS)) {
            new RefusedCreateCheck(context, filter, created).leftNothing(input, before);
        }
    }

    /// A list has it, whatever else there is.
    private void listed(CreatedResource resource) {
        if (context.lists.isListable()) {
            context.lists
                    .filter(input)
                    .map(given -> context.lists.read(given, ListReader.USUAL))
                    .filter(Listing::isWhole)
                    .ifPresent(listing -> check.hasCreated(listing, resource.identifier()));
        }
    }

    // -- it is looked at ------------------------------------------------------------------------------------------

    private void looked(CreatedResource resource) {
        context.findings.looked(Rule.CREATE_READABLE, "reads after a create");
        context.findings.looked(Rule.READ_IDENTIFIER_ONLY, "reads", context.givesIdentifiersAlone() ? 1 : 0);
        ReadOutcome look = context.readUntil(resource.identifier(), ReadOutcome.Found.class::isInstance);
        if (look instanceof ReadOutcome.Found(var model)) {
            ModelComparison.appliedLate(context, resource.identifier(), input, model);
            ObjectNode second = again(resource, model);
            facts = Optional.of(
                    new LifecycleObservation(set.name(), input, resource.created(), model, second, changes));
            new AdditionalIdentifierCheck(context, resource.identifier()).find(resource.created(), model, input, "");
            return;
        }
        Optional<ObjectNode> whole = byWholeModel(resource);
        boolean stillMissing = !(context.inPassing().read(resource.identifier()) instanceof ReadOutcome.Found);
        if (whole.isPresent() && stillMissing) {
            context.findings.failed(
                    Rule.READ_IDENTIFIER_ONLY,
                    "The read finds the resource only when it is given more than the identifier.");
            facts = Optional.of(new LifecycleObservation(
                    set.name(), input, resource.created(), whole.get(), whole.get(), List.of()));
        } else {
            unreadable(resource, look);
            throw new ScenarioAborted("the resource can't be read");
        }
    }

    /// What a second read shows, between which and the first nothing happened.
    private ObjectNode again(CreatedResource resource, ObjectNode first) {
        if (!(context.read(resource.identifier()) instanceof ReadOutcome.Found(var second))) {
            context.findings.failed(
                    Rule.CREATE_READABLE, "The second read after the create does not find the resource.");
            return first;
        }
        ModelComparison.secondRead(context, input, first, second);
        return second;
    }

    /// A resource stays as it is while no request is about it.
    private void stays(CreatedResource resource) {
        if (context.settings.pauses() == Settings.Pauses.WAITED_FOR) {
            context.findings.leftOut(Rule.CREATE_READABLE, "a read much later, for pauses are waited for");
            return;
        }
        ReadOutcome first = context.inPassing().read(resource.identifier());
        boolean still = first instanceof ReadOutcome.Found(var earlier)
                && context.inPassing().read(resource.identifier()) instanceof ReadOutcome.Found(var second)
                && OthersUntouchedCheck.changed(context, earlier, second).isEmpty();
        if (!still || !(first instanceof ReadOutcome.Found(var before))) {
            return;
        }
        context.operations.wait(MUCH_LATER);
        context.findings.looked(Rule.CREATE_READABLE, "reads much later");
        switch (context.inPassing().read(resource.identifier())) {
            case ReadOutcome.Found(var now) ->
                OthersUntouchedCheck.changed(context, before, now)
                        .ifPresent(where -> ModelComparison.changedWithoutRequest(
                                context,
                                !changes.isEmpty(),
                                "A read %d minutes later shows something else%s, though nothing was done."
                                        .formatted(MUCH_LATER.toMinutes(), where)));
            case ReadOutcome.Missing() -> {
                context.findings.failed(
                        Rule.CREATE_READABLE,
                        "A read %d minutes later says NotFound, though nothing was done."
                                .formatted(MUCH_LATER.toMinutes()));
                throw new ScenarioAborted("the resource is gone");
            }
            case ReadOutcome.Wrong _ -> {}
        }
    }

    private Optional<ObjectNode> byWholeModel(CreatedResource resource) {
        ObjectNode whole = input.deepCopy();
        whole.setAll(resource.created());
        return context.inPassing().read(whole, Optional.empty()) instanceof ReadOutcome.Found(var model)
                ? Optional.of(model)
                : Optional.empty();
    }

    private void unreadable(CreatedResource resource, ReadOutcome look) {
        String found = switch (look) {
            case ReadOutcome.Missing() ->
                context.isGoodLater(resource.identifier(), ReadOutcome.Found.class::isInstance)
                        ? "The first read after the create says NotFound; a later one finds the resource."
                        : "The read after the create says NotFound.";
            case ReadOutcome.Wrong(var code, var message) ->
                "The read after the create fails%s: %s"
                        .formatted(code.map(c -> " with " + c).orElse(""), message);
            case ReadOutcome.Found _ -> throw new IllegalStateException("it was found");
        };
        boolean guarded = look instanceof ReadOutcome.Wrong(var code, var _) && code.isEmpty();
        if (!guarded) {
            context.findings.failed(Rule.CREATE_READABLE, found);
        }
    }
}
