package fairlead.cloudformation.resource;

import fairlead.cloudformation.evaluation.Evaluator;
import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.section.Declared;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.Expression.Value;
import fairlead.stack.document.Node.Retention;
import fairlead.stack.document.Node.Signals;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What becomes of a resource, and for what it waits.
final class Policies {

    /// Types of which CloudFormation keeps a copy.
    private static final Set<String> WITH_SNAPSHOTS = Set.of(
            "AWS::DocDB::DBCluster",
            "AWS::EC2::Volume",
            "AWS::ElastiCache::CacheCluster",
            "AWS::ElastiCache::ReplicationGroup",
            "AWS::Neptune::DBCluster",
            "AWS::RDS::DBCluster",
            "AWS::RDS::DBInstance",
            "AWS::Redshift::Cluster");

    private static final Set<String> UPDATES = Set.of(
            "AutoScalingReplacingUpdate",
            "AutoScalingRollingUpdate",
            "AutoScalingScheduledAction",
            "CodeDeployLambdaAliasUpdate",
            "EnableVersionUpgrade",
            "UseOnlineResharding");

    private static final Duration LONGEST_WAIT = Duration.ofHours(12);
    private static final int MOST_SIGNALS = 1000;

    private final Evaluator evaluator;
    private final List<String> warnings;
    private final Faults faults;

    /// @param evaluator of what has to be known before anything is done
    Policies(Evaluator evaluator, List<String> warnings, Faults faults) {
        this.evaluator = evaluator;
        this.warnings = warnings;
        this.faults = faults;
    }

    Retention onRemove(Declared resource) {
        return retention(resource, "DeletionPolicy", Set.of("Delete", "Retain", "RetainExceptOnCreate", "Snapshot"));
    }

    Retention onReplace(Declared resource) {
        return retention(resource, "UpdateReplacePolicy", Set.of("Delete", "Retain", "Snapshot"));
    }

    private Retention retention(Declared resource, String policy, Set<String> known) {
        Optional<Tree> given = resource.body().member(policy);
        if (given.isEmpty()) {
            return Retention.DELETE;
        }
        Place place = resource.place(policy);
        Optional<Value> value = known(given.get(), place, "Template error: " + policy + " has to be known beforehand");
        if (value.isEmpty()) {
            return Retention.DELETE;
        }
        String name = value.get().value().asString("");
        if (!known.contains(name)) {
            fault(
                    "Template error: Unrecognized " + policy + " " + shown(value.get()) + " for resource "
                            + resource.id() + ": expected one of "
                            + known.stream().sorted().toList(),
                    place);
        } else if (name.equals("Snapshot") && !WITH_SNAPSHOTS.contains(resource.type())) {
            fault("Template error: resource type " + resource.type() + " does not support snapshots", place);
        }
        return switch (name) {
            case "Retain" -> Retention.RETAIN;
            case "RetainExceptOnCreate" -> Retention.RETAIN_EXCEPT_ON_CREATE;
            case "Snapshot" -> Retention.SNAPSHOT;
            default -> Retention.DELETE;
        };
    }

    /// Tells which policies for updates mean nothing here.
    void checkUpdatePolicy(Declared resource) {
        resource.body()
                .member("UpdatePolicy")
                .ifPresent(policy -> policy.membersOrNone().forEach((name, value) -> {
                    if (UPDATES.contains(name)) {
                        warnings.add(resource.id() + ": UpdatePolicy " + name + " has no effect on this server");
                    } else {
                        fault(
                                "Template format error: Unrecognized UpdatePolicy " + name + " for resource "
                                        + resource.id(),
                                resource.place("UpdatePolicy").member(name, value));
                    }
                }));
    }

    /// What a creation policy waits for.
    Optional<Signals> signals(Declared resource) {
        Optional<Tree> policy = resource.body().member("CreationPolicy");
        if (policy.isEmpty()) {
            return Optional.empty();
        }
        Place place = resource.place("CreationPolicy");
        Optional<Signals> signals = Optional.empty();
        for (Map.Entry<String, Tree> member : policy.get().membersOrNone().entrySet()) {
            Place below = place.member(member.getKey(), member.getValue());
            switch (member.getKey()) {
                case "ResourceSignal" -> signals = signal(member.getValue(), below);
                case "AutoScalingCreationPolicy", "StartFleet" ->
                    warnings.add(
                            resource.id() + ": CreationPolicy " + member.getKey() + " has no effect on this server");
                default ->
                    fault(
                            "Template format error: Unrecognized CreationPolicy " + member.getKey() + " for resource "
                                    + resource.id(),
                            below);
            }
        }
        return signals;
    }

    private Optional<Signals> signal(Tree tree, Place place) {
        tree.membersOrNone().forEach((name, value) -> {
            if (!Set.of("Count", "Timeout").contains(name)) {
                fault(
                        "Template format error: Unrecognized member of ResourceSignal: " + name,
                        place.member(name, value));
            }
        });
        int count = count(tree, place);
        Optional<Tree> timeout = tree.member("Timeout");
        Duration wait = Duration.ofMinutes(5);
        if (timeout.isPresent()) {
            Place below = place.member("Timeout", timeout.get());
            Optional<Value> text = known(timeout.get(), below, "Template error: Timeout has to be known beforehand");
            wait = text.flatMap(value -> duration(value.value().asString("")))
                    .filter(found -> !found.isNegative() && found.compareTo(LONGEST_WAIT) <= 0)
                    .orElse(Duration.ZERO);
            if (wait.isZero() && text.isPresent()) {
                fault(
                        "Template error: Timeout of a ResourceSignal has to be a duration of ISO 8601 up to PT12H,"
                                + " found "
                                + shown(text.get()),
                        below);
            }
        }
        return Optional.of(new Signals(count, wait.toSeconds()));
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Duration.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /// What a wait condition waits for.
    Signals waiting(Declared resource) {
        Tree properties = resource.body().member("Properties").orElse(resource.body());
        Place place = resource.place("Properties");
        int count = count(properties, place);
        Optional<Tree> timeout = properties.member("Timeout");
        if (timeout.isEmpty()) {
            fault("Template error: resource " + resource.id() + " needs the property Timeout", place);
            return new Signals(count, 0);
        }
        Place below = place.member("Timeout", timeout.get());
        return new Signals(count, number(timeout.get(), "Timeout", 43_200, below));
    }

    private int count(Tree tree, Place place) {
        Optional<Tree> count = tree.member("Count");
        return count.isEmpty() ? 1 : number(count.get(), "Count", MOST_SIGNALS, place.member("Count", count.get()));
    }

    private int number(Tree tree, String name, int most, Place place) {
        Optional<Value> value = known(tree, place, "Template error: " + name + " has to be known beforehand");
        if (value.isEmpty()) {
            return 0;
        }
        try {
            int number = Integer.parseInt(value.get().value().asString("").strip());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        fault(
                "Template error: " + name + " has to be a number from 0 to " + most + ", found " + shown(value.get()),
                place);
        return 0;
    }

    private static String shown(Value value) {
        boolean hidden = value.secret() || value.value().isContainer();
        return hidden ? "another value" : value.value().asString();
    }

    /// A value that has to be known; the fault has been noted if there is none.
    private Optional<Value> known(Tree tree, Place place, String otherwise) {
        int before = faults.size();
        Optional<Value> value = evaluator.known(tree, place);
        if (value.isEmpty() && faults.size() == before) {
            fault(otherwise, place);
        }
        return value;
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }
}
