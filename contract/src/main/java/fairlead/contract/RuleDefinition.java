package fairlead.contract;

import fairlead.handler.ResourceHandler;
import fairlead.schema.ResourceSchema;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What [Rule] says of one rule. Names other rules by their ids, because it is read before they are all there.
///
/// @param clauses the first is quoted
/// @param precondition what the type has to have
/// @param missing what did not come up, where it was not exercised though the precondition is met
/// @param causes ids of rules
record RuleDefinition(
        String id,
        List<String> clauses,
        Set<Checker> checkers,
        List<String> looksAt,
        Optional<Precondition> precondition,
        Optional<String> missing,
        Set<String> causes) {

    private static final String NOTHING_CREATED = "no resource could be created";

    RuleDefinition {
        clauses = List.copyOf(clauses);
        checkers = Collections.unmodifiableSet(checkers);
        looksAt = List.copyOf(looksAt);
        causes = Collections.unmodifiableSet(causes);
    }

    static RuleDefinition rule(String id) {
        return new RuleDefinition(
                id,
                List.of(id),
                EnumSet.noneOf(Checker.class),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Set.of());
    }

    RuleDefinition clauses(String... ids) {
        return new RuleDefinition(id, List.of(ids), checkers, looksAt, precondition, missing, causes);
    }

    RuleDefinition checkedBy(Checker first, Checker... more) {
        return new RuleDefinition(id, clauses, EnumSet.of(first, more), looksAt, precondition, missing, causes);
    }

    RuleDefinition looksAt(String... what) {
        return new RuleDefinition(id, clauses, checkers, List.of(what), precondition, missing, causes);
    }

    RuleDefinition needs(Precondition needed) {
        return new RuleDefinition(id, clauses, checkers, looksAt, Optional.of(needed), missing, causes);
    }

    RuleDefinition notExercised(String reason) {
        return new RuleDefinition(id, clauses, checkers, looksAt, precondition, Optional.of(reason), causes);
    }

    RuleDefinition causedBy(CauseGroup... groups) {
        return causedBy(
                Stream.of(groups).flatMap(group -> group.rules().stream()).toArray(String[]::new));
    }

    RuleDefinition causedBy(String... rules) {
        Set<String> all = new LinkedHashSet<>(causes);
        all.addAll(List.of(rules));
        return new RuleDefinition(id, clauses, checkers, looksAt, precondition, missing, all);
    }

    List<String> notExercised() {
        return Stream.concat(
                        precondition.map(Precondition::otherwise).stream(), Stream.of(missing.orElse(NOTHING_CREATED)))
                .toList();
    }

    String whyNotExercised(ResourceSchema schema, ResourceHandler handler, boolean created) {
        return precondition
                .filter(needed -> !needed.isMet(schema, handler))
                .map(Precondition::otherwise)
                .or(() -> missing)
                .orElse(created ? "nothing came so far" : NOTHING_CREATED);
    }
}
