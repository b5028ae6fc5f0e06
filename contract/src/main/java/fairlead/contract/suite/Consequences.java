package fairlead.contract.suite;

import static fairlead.contract.Rule.*;

import fairlead.contract.Rule;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which rules break when another one does, so that a report names the one that matters.
final class Consequences {

    private static final Map<Rule, Set<Rule>> EFFECTS = new EnumMap<>(Rule.class);

    static {
        Set<Rule> afterReads = EnumSet.of(
                CREATE_READABLE,
                CREATE_DESIRED_STATE,
                CREATE_COMPLETE,
                UPDATE_READABLE,
                UPDATE_DESIRED_STATE,
                UPDATE_COMPLETE,
                READ_ADDITIONAL_IDENTIFIERS,
                READ_COMPLETE,
                READ_NOT_FOUND,
                LIST_READABLE,
                DELETE_GONE,
                DELETE_DESIRED_STATE,
                CREATE_FAILED_NOT_CREATED,
                NO_LEAK);
        EFFECTS.put(READ_DEADLINE, afterReads);
        EFFECTS.put(READ_SYNCHRONOUS, afterReads);
        EFFECTS.put(READ_IDENTIFIER_ONLY, afterReads);
        EFFECTS.put(READ_NOT_FOUND, EnumSet.of(DELETE_GONE, DELETE_DESIRED_STATE, CREATE_FAILED_NOT_CREATED, NO_LEAK));
        Set<Rule> others = EnumSet.of(CREATE_OTHERS, UPDATE_OTHERS, DELETE_OTHERS, READ_ADDITIONAL_IDENTIFIERS);
        EFFECTS.put(READ_COMPLETE, with(others, CREATE_IDEMPOTENT));
        EFFECTS.put(CREATE_READABLE, with(others, UPDATE_READABLE, LIST_READABLE, CREATE_IDEMPOTENT, DELETE_RECREATE));
        EFFECTS.put(CREATE_DEADLINE, EnumSet.of(NO_LEAK, CREATE_IDEMPOTENT, LIST_PAGINATES, DELETE_RECREATE));
        EFFECTS.put(CREATE_TIMEOUT, EnumSet.of(NO_LEAK, CREATE_IDEMPOTENT, LIST_PAGINATES, DELETE_RECREATE));
        Set<Rule> afterIdentity = EnumSet.of(
                CREATE_LISTED,
                CREATE_READABLE,
                CREATE_IDEMPOTENT,
                CREATE_COMPLETE,
                READ_ADDITIONAL_IDENTIFIERS,
                READ_PRIMARY_IDENTIFIER,
                LIST_PAGINATES,
                NO_LEAK,
                DELETE_SUCCESS,
                DELETE_RECREATE);
        EFFECTS.put(CREATE_PRIMARY_IDENTIFIER, afterIdentity);
        EFFECTS.put(CREATE_IDENTIFIER_UNCHANGED, with(afterIdentity, CREATE_ALREADY_EXISTS));
        EFFECTS.put(CREATE_ANSWER, EnumSet.of(CREATE_LISTED, CREATE_IDEMPOTENT, NO_LEAK, LIST_PAGINATES));
        EFFECTS.put(NO_LEAK, EnumSet.of(CREATE_IDEMPOTENT, CREATE_FAILED_NOT_CREATED, LIST_PAGINATES));
        EFFECTS.put(CREATE_IDEMPOTENT, EnumSet.of(LIST_PAGINATES));
        EFFECTS.put(
                CREATE_ALREADY_EXISTS,
                EnumSet.of(
                        NO_LEAK,
                        CREATE_LISTED,
                        READ_ADDITIONAL_IDENTIFIERS,
                        DELETE_UNLISTED,
                        DELETE_GONE,
                        DELETE_RECREATE));
        EFFECTS.put(
                CREATE_FAILED_NOT_CREATED,
                EnumSet.of(NO_LEAK, DELETE_RECREATE, CREATE_IDEMPOTENT, CREATE_ALREADY_EXISTS, LIST_PAGINATES));
        EFFECTS.put(DELETE_RECREATE, EnumSet.of(CREATE_IDEMPOTENT, LIST_PAGINATES));
        EFFECTS.put(READ_PRIMARY_IDENTIFIER, EnumSet.of(READ_ADDITIONAL_IDENTIFIERS, READ_COMPLETE, LIST_READABLE));
        EFFECTS.put(
                UPDATE_NO_NEW_RESOURCE,
                EnumSet.of(
                        UPDATE_IDENTIFIER_UNCHANGED,
                        UPDATE_READABLE,
                        UPDATE_DESIRED_STATE,
                        UPDATE_REPLACES,
                        UPDATE_COMPLETE,
                        CREATE_LISTED,
                        DELETE_SUCCESS,
                        NO_LEAK));
        EFFECTS.put(
                UPDATE_IDENTIFIER_UNCHANGED,
                EnumSet.of(UPDATE_READABLE, UPDATE_COMPLETE, UPDATE_DESIRED_STATE, DELETE_SUCCESS));
        EFFECTS.put(UPDATE_PRIMARY_IDENTIFIER, EnumSet.of(UPDATE_COMPLETE));
        EFFECTS.put(UPDATE_NOT_FOUND, EnumSet.of(DELETE_GONE, NO_LEAK));
        EFFECTS.put(DELETE_NOT_FOUND, EnumSet.of(DELETE_GONE));
        EFFECTS.put(
                DELETE_IDENTIFIER_ONLY,
                EnumSet.of(DELETE_NOT_FOUND, DELETE_GONE, DELETE_UNLISTED, DELETE_RECREATE, DELETE_SUCCESS, NO_LEAK));
        Set<Rule> afterDeletes = EnumSet.of(
                DELETE_UNLISTED,
                DELETE_RECREATE,
                NO_LEAK,
                LIST_READABLE,
                LIST_EMPTY,
                LIST_PAGINATES,
                CREATE_IDEMPOTENT);
        EFFECTS.put(DELETE_GONE, afterDeletes);
        EFFECTS.put(DELETE_DESIRED_STATE, afterDeletes);
        EFFECTS.put(DELETE_SUCCESS, afterDeletes);
        EFFECTS.put(DELETE_TIMEOUT, afterDeletes);
        EFFECTS.put(DELETE_DEADLINE, afterDeletes);
        EFFECTS.put(DELETE_UNLISTED, EnumSet.of(LIST_READABLE, LIST_PAGINATES, LIST_EMPTY));
        Set<Rule> afterLists =
                EnumSet.of(CREATE_LISTED, DELETE_UNLISTED, LIST_PAGINATES, LIST_READABLE, LIST_EMPTY, NO_LEAK);
        EFFECTS.put(LIST_DEADLINE, afterLists);
        EFFECTS.put(LIST_SYNCHRONOUS, with(afterLists, LIST_IDENTIFIERS));
        EFFECTS.put(LIST_IDENTIFIERS, afterLists);
        EFFECTS.put(LIST_TERMINATES, afterLists);
        EFFECTS.put(LIST_READABLE, EnumSet.of(LIST_PAGINATES));
        EFFECTS.put(CREATE_LISTED, EnumSet.of(LIST_PAGINATES));
        EFFECTS.put(CREATE_OTHERS, EnumSet.of(LIST_PAGINATES, NO_LEAK));
        EFFECTS.put(DELETE_OTHERS, EnumSet.of(NO_LEAK, LIST_PAGINATES, DELETE_GONE));
    }

    private Consequences() {}

    private static Set<Rule> with(Set<Rule> rules, Rule... more) {
        Set<Rule> all = EnumSet.copyOf(rules);
        all.addAll(List.of(more));
        return all;
    }

    /// Of which other broken rule a broken rule is a consequence.
    static Optional<Rule> cause(Rule rule, Set<Rule> broken) {
        return EFFECTS.entrySet().stream()
                .filter(entry -> broken.contains(entry.getKey()) && entry.getKey() != rule)
                .filter(entry -> entry.getValue().contains(rule))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
