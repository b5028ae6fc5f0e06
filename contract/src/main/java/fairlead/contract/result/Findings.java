package fairlead.contract.result;

import fairlead.contract.Breach;
import fairlead.contract.Guard;
import fairlead.contract.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Collects what was looked at and what was found, rule by rule.
public final class Findings {

    private static final int MOST_FAILURES = 5;

    private final Map<Rule, Map<String, Long>> looked = new EnumMap<>(Rule.class);
    private final Map<Rule, List<Failure>> failures = new EnumMap<>(Rule.class);
    private final Map<Rule, Set<String>> leftOut = new EnumMap<>(Rule.class);
    private final Map<Rule, String> reasons = new EnumMap<>(Rule.class);
    private final Set<String> pointers = new HashSet<>();
    private final List<Failure> inPassing = new ArrayList<>();
    private final Transcript transcript;
    private String where = "";
    private Optional<ObjectNode> input = Optional.empty();

    private final Optional<Findings> reported;

    public Findings(Transcript transcript) {
        this(transcript, Optional.empty());
    }

    private Findings(Transcript transcript, Optional<Findings> reported) {
        this.transcript = transcript;
        this.reported = reported;
    }

    /// Findings about calls that are made for another reason: they count where nothing else is found.
    public Findings inPassing() {
        return new Findings(transcript, Optional.of(reported.orElse(this)));
    }

    /// What is under way; named by the failures that come.
    public synchronized void enter(String part, Optional<ObjectNode> madeWith) {
        where = part;
        input = madeWith;
        transcript.begin(part);
    }

    /// Comes back to what was under way before.
    public synchronized void enterAgain(String part, ObjectNode madeWith) {
        where = part;
        input = Optional.of(madeWith);
        transcript.resume(part);
    }

    public synchronized void looked(Rule rule, String what, long count) {
        if (!rule.looksAt().contains(what)) {
            throw new IllegalArgumentException(rule + " does not say that it looks at '" + what + "'");
        }
        if (count > 0) {
            looked.computeIfAbsent(rule, _ -> new LinkedHashMap<>()).merge(what, count, Long::sum);
        }
    }

    public void looked(Guard.Looked looked) {
        looked(looked.rule(), looked.what(), looked.count());
    }

    public void looked(Rule rule, String what) {
        looked(rule, what, 1);
    }

    /// What was to be looked at and was not.
    public synchronized void leftOut(Rule rule, String what) {
        leftOut.computeIfAbsent(rule, _ -> new LinkedHashSet<>()).add(what);
    }

    public synchronized List<String> leftOut(Rule rule) {
        return List.copyOf(leftOut.getOrDefault(rule, Set.of()));
    }

    /// Why a rule is not exercised; forgotten if it is after all.
    public synchronized void notExercised(Rule rule, String reason) {
        reasons.putIfAbsent(rule, reason);
    }

    public void failed(Rule rule, String found) {
        failed(new Breach(rule, found));
    }

    public synchronized void failed(Breach breach) {
        List<Failure> all = failures.computeIfAbsent(breach.rule(), _ -> new ArrayList<>());
        pointers.addAll(breach.pointers());
        reported.ifPresent(findings -> findings.passing(breach));
        boolean known = all.stream().anyMatch(failure -> failure.found().equals(breach.found()));
        if (!known && all.size() < MOST_FAILURES) {
            all.add(failure(breach));
        }
    }

    private Failure failure(Breach breach) {
        return new Failure(breach.rule(), breach.found(), breach.pointers(), where, input, transcript.sinceBegin());
    }

    private synchronized void passing(Breach breach) {
        if (inPassing.size() < MOST_FAILURES) {
            inPassing.add(failure(breach));
        }
    }

    /// What was found in passing is found, if nothing else is.
    public synchronized void settle() {
        if (failures.isEmpty()) {
            inPassing.forEach(failure -> failures.computeIfAbsent(failure.rule(), _ -> new ArrayList<>())
                    .add(failure));
        }
    }

    /// Pointers about which something was found already.
    public synchronized Set<String> pointers() {
        return Set.copyOf(pointers);
    }

    public synchronized boolean hasFailed(Rule rule) {
        return failures.containsKey(rule);
    }

    public synchronized Set<Rule> broken() {
        return Set.copyOf(failures.keySet());
    }

    public synchronized List<Failure> failures(Rule rule) {
        return List.copyOf(failures.getOrDefault(rule, List.of()));
    }

    public synchronized void replace(Rule rule, List<Failure> others) {
        failures.put(rule, new ArrayList<>(others));
    }

    public synchronized Map<String, Long> lookedAt(Rule rule) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(looked.getOrDefault(rule, Map.of())));
    }

    public synchronized Optional<String> reason(Rule rule) {
        return Optional.ofNullable(reasons.get(rule));
    }
}
