package fairlead.server.drift;

import fairlead.schema.diff.Effect;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Resources;
import fairlead.server.resource.change.OptimisticRetry;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Scopes;
import fairlead.server.telemetry.Metrics;
import fairlead.server.type.definition.DriftPolicy;
import io.prometheus.metrics.core.metrics.Counter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on drift: check a resource, read and list results, and set the policy.
public final class Drifts {

    private final DriftStore store;
    private final Database database;
    private final Scopes scopes;
    private final Resources resources;
    private final DriftReads readings;
    private final Repairs repairs;
    private final Counter checks;
    private final Counter alerts;
    private final ChangeRecorder recorder;
    private final Clock clock;

    public Drifts(
            Database database,
            Scopes scopes,
            Resources resources,
            DriftReads readings,
            Repairs repairs,
            Metrics metrics,
            Clock clock) {
        store = new DriftStore(readings.sealing());
        this.database = database;
        this.scopes = scopes;
        this.resources = resources;
        this.readings = readings;
        this.repairs = repairs;
        checks = metrics.counter("fairlead_drift_checks_total", "Resources looked at for drift.", "type", "status");
        alerts = metrics.counter(
                "fairlead_drift_alerts_total",
                "Resources found to have drifted whose policy is to tell.",
                "type",
                "status");
        recorder = readings.recorder();
        this.clock = clock;
    }

    /// What is known of the drift of a resource.
    ///
    /// @param own whether the policy is the resource's own, and not the usual one of its type
    /// @param report of the last check; empty if there was none
    public record View(Resource resource, DriftPolicy policy, boolean own, Optional<Report> report) {

        /// Whether the resource has changed since it was checked.
        public boolean outdated() {
            return report.isPresent() && report.get().version() != resource.version();
        }
    }

    /// One page of a list.
    ///
    /// @param next the mark to continue behind; empty on the last page
    public record Page(List<Report> reports, Optional<String> next) {
        public Page {
            reports = List.copyOf(reports);
        }
    }

    // -- what is known --------------------------------------------------------------------------------------

    public View get(ResourceId id) {
        return view(recorded(id));
    }

    private View view(Resource resource) {
        return database.read(transaction -> {
            Optional<DriftPolicy> own = store.policy(transaction, resource.uid());
            return new View(
                    resource,
                    own.orElseGet(() -> readings.settings(resource).policy()),
                    own.isPresent(),
                    store.find(transaction, resource.uid()));
        });
    }

    private Resource recorded(ResourceId id) {
        Resource resource = resources.get(id);
        if (!resource.tracked()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.DRIFT_NOT_TRACKED,
                    "The resource '" + id + "' is not recorded: it is whatever its handler says, and can't drift."));
        }
        return resource;
    }

    /// The results that still count, in a subscription or a group, by status and then by id.
    ///
    /// @param status empty for all
    public Page list(String subscription, Optional<String> group, Optional<Status> status, String after, int limit) {
        scopes.subscription(subscription);
        group.ifPresent(name -> scopes.group(subscription, name));
        String prefix = ("/subscriptions/" + subscription + "/resourcegroups/"
                        + group.map(name -> name + "/").orElse(""))
                .toLowerCase(Locale.ROOT);
        String end = prefix.substring(0, prefix.length() - 1) + "0";
        List<Status> statuses = status.map(List::of).orElse(List.of(Status.values()));
        Mark mark = Mark.parse(after);
        List<Report> found = new ArrayList<>();
        for (Status one : statuses) {
            if (one.compareTo(mark.status()) < 0 || found.size() > limit) {
                continue;
            }
            String from = one == mark.status() && mark.key().startsWith(prefix) ? mark.key() : prefix;
            int left = limit + 1 - found.size();
            found.addAll(database.read(transaction -> store.list(transaction, one, from, end, left)));
        }
        return found.size() > limit
                ? new Page(
                        found.subList(0, limit),
                        Optional.of(Mark.of(found.get(limit - 1)).toString()))
                : new Page(found, Optional.empty());
    }

    /// Behind which result a page begins.
    private record Mark(Status status, String key) {

        static Mark of(Report report) {
            return new Mark(
                    report.finding().status(), ResourceId.parse(report.id()).key());
        }

        static Mark parse(String text) {
            int end = text.indexOf('\n');
            return Status.parse(text.substring(0, Math.max(end, 0)))
                    .map(status -> new Mark(status, text.substring(end + 1)))
                    .orElse(new Mark(Status.IN_SYNC, ""));
        }

        @Override
        public String toString() {
            return status.word() + "\n" + key;
        }
    }

    // -- looking --------------------------------------------------------------------------------------------

    /// Looks now, records what there is to see, and does what the policy asks for. A problem while the resource is
    /// changing.
    public View detect(Caller caller, ResourceId id) {
        return OptimisticRetry.untilItHolds(() -> {
            Resource resource = recorded(id);
            return check(caller, resource, true).map(_ -> view(resources.get(id)));
        });
    }

    /// One look; empty if the resource has changed meanwhile, and nothing is recorded.
    ///
    /// @param asked whether a caller has asked for it, and not the schedule
    Optional<Report> check(Caller caller, Resource resource, boolean asked) {
        DriftInput sides = readings.of(resource);
        Optional<ObjectNode> applied = database.read(transaction -> store.applied(transaction, resource.uid()));
        Finding finding = Comparison.of(sides, applied.orElse(sides.desired()));
        DriftPolicy policy = view(resource).policy();
        AtomicBoolean alert = new AtomicBoolean();
        Optional<Report> report = database.write(transaction -> {
            Optional<Finding> told = store.told(transaction, resource.uid());
            boolean tells = policy != DriftPolicy.OBSERVE;
            boolean known = tells || told.equals(Optional.of(finding));
            ObjectNode next = Comparison.applied(sides, finding);
            if (!store.put(transaction, resource, clock.instant(), finding, next, known)) {
                return Optional.empty();
            }
            if (asked) {
                recorder.announce(transaction, caller, "DetectDrift", resource, JsonNodeFactory.instance.objectNode());
            }
            Optional<String> news = tells ? news(told, finding) : Optional.empty();
            news.ifPresent(event -> recorder.tell(transaction, caller.origin(), event, resource));
            alert.set(news.isPresent() && finding.status().isDrift());
            return store.find(transaction, resource.uid());
        });
        String type = resource.typeName().toString();
        checks.labelValues(type, finding.status().word()).inc();
        if (alert.get()) {
            alerts.labelValues(type, finding.status().word()).inc();
        }
        return policy == DriftPolicy.REPAIR && finding.status().isDrift()
                ? report.map(found -> repaired(caller, sides, found))
                : report;
    }

    /// The event that something begins or ceases to differ; it is none each time that it is seen.
    ///
    /// @param told what was found before, if there was an event of it: what was only observed is news
    private static Optional<String> news(Optional<Finding> told, Finding now) {
        if (told.equals(Optional.of(now))) {
            return Optional.empty();
        }
        boolean drifted = told.map(earlier -> earlier.status().isDrift()).orElse(false);
        return switch (now.status()) {
            case DRIFTED -> Optional.of("Drifted");
            case DELETED -> Optional.of("DeletedOutside");
            case IN_SYNC -> drifted ? Optional.of("BackInSync") : Optional.empty();
            case NOT_CHECKABLE -> Optional.empty();
        };
    }

    // -- what to do about it --------------------------------------------------------------------------------

    private Report repaired(Caller caller, DriftInput sides, Report report) {
        Report noted = impossible(sides, report.finding())
                .map(report::notRepaired)
                .orElseGet(() -> begun(caller, sides, report));
        database.write(transaction -> {
            store.noteRepair(transaction, noted);
            return noted;
        });
        return noted;
    }

    private Report begun(Caller caller, DriftInput sides, Report report) {
        try {
            return repairs.begin(caller, sides)
                    .map(Operation::id)
                    .map(report::repairedBy)
                    .orElseGet(() -> report.notRepaired("The resource has changed since."));
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            return report.notRepaired(problem.message() + " (" + problem.code().text() + ")");
        }
    }

    /// Why it can't be repaired at all.
    private static Optional<String> impossible(DriftInput sides, Finding finding) {
        if (!(finding instanceof Finding.Differs(var differences, var _))) {
            return Optional.empty();
        }
        if (!Repairs.canChange(sides.type())) {
            return Optional.of("The type " + sides.type().name() + " can't be changed in place.");
        }
        String createOnly = differences.stream()
                .filter(difference -> difference.effect() == Effect.REPLACEMENT)
                .map(difference -> difference.pointer().toString())
                .collect(Collectors.joining(", "));
        return createOnly.isEmpty()
                ? Optional.empty()
                : Optional.of("Create-only properties have drifted: " + createOnly + ". Only a replacement sets them"
                        + " right.");
    }

    /// Says what is to happen when a resource drifts.
    ///
    /// @param policy empty for what is usual for its type
    public View setPolicy(Caller caller, ResourceId id, Optional<DriftPolicy> policy) {
        Resource resource = recorded(id);
        database.write(transaction -> {
            if (!scopes.holds(
                    transaction, id.subscription(), id.group(), resource.id().toString())) {
                throw new ProblemException(scopes.groupNotFound(transaction, id.subscription(), id.group()));
            }
            policy.ifPresentOrElse(
                    chosen -> store.putPolicy(transaction, resource.uid(), chosen),
                    () -> store.deletePolicy(transaction, resource.uid()));
            recorder.announce(
                    transaction,
                    caller,
                    "PutDriftPolicy",
                    resource,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("policy", policy.map(DriftPolicy::word).orElse("")));
            return policy;
        });
        return view(resource);
    }
}
