package fairlead.server.fault;

import fairlead.server.fault.Deed.Place;
import fairlead.server.fault.FailingStore.Fault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Faults while a server starts, and while it stops. It starts, or ends with the status of a failed start and one line;
/// it ends cleanly or says that it did not; the next start finds all that was stored.
final class FaultedStarts {

    private static final int FAILED_START = 1;
    private static final int MOST_ATTEMPTS = 4;
    private static final String START = "START";
    private static final String STOP = "STOP";

    private final FaultRun run;
    private final FailingStore store;
    private final FaultReport report;
    private final RandomGenerator chance;

    FaultedStarts(FaultRun run, FailingStore store, FaultReport report, RandomGenerator chance) {
        this.run = run;
        this.store = store;
        this.report = report;
        this.chance = chance;
    }

    void run() {
        Place kept = run.kept();
        run.server().kill();
        Map<String, Long> before = counts();
        run.replace();
        Map<String, Long> starting = since(before);
        run.kept();
        before = counts();
        run.server().stop();
        Map<String, Long> stopping = since(before);
        run.replace();
        each(starting, START, (place, fault, number) -> start(kept, place, fault, number));
        each(stopping, STOP, (place, fault, number) -> stop(kept, place, fault, number));
    }

    private interface Failing {
        /// False if the site was not reached.
        boolean at(String place, Fault fault, long number);
    }

    private void each(Map<String, Long> calls, String deed, Failing failing) {
        calls.forEach((place, count) -> {
            report.counted(deed, place, count);
            for (Fault fault : store.faults(place)) {
                if (fault.silent()) {
                    continue;
                }
                boolean reached = false;
                long number = chance.nextLong(count);
                for (int attempt = 0; !reached && attempt < MOST_ATTEMPTS; attempt++) {
                    // How much there is to read and to carry differs from start to start.
                    reached = failing.at(place, fault, number >> attempt);
                }
                if (reached) {
                    report.reached(deed, place, fault.name());
                } else {
                    report.unreached(deed + ", " + place + " " + number + ", " + fault.name());
                }
            }
        });
    }

    private boolean start(Place kept, String place, Fault fault, long number) {
        String what = START + ", " + place + " " + number + ", " + fault.name();
        run.server().kill();
        store.arm(place, number, fault);
        FaultedServer server = run.replace();
        boolean listens = server.listens();
        boolean reached = store.failed() > 0;
        store.heal();
        if (listens) {
            report.outcome("started");
            if (!run.serves(what)) {
                server.kill();
                run.replace();
            }
        } else {
            requireRefusal(what, server.await(), server.lastWords());
            run.replace();
        }
        requireKept(what, kept);
        return reached;
    }

    private boolean stop(Place kept, String place, Fault fault, long number) {
        String what = STOP + ", " + place + " " + number + ", " + fault.name();
        run.kept();
        store.arm(place, number, fault);
        int status = run.server().stop();
        boolean reached = store.failed() > 0;
        store.heal();
        if (status != 0) {
            requireRefusal(what, status, run.server().lastWords());
        } else {
            report.outcome("stopped cleanly");
        }
        run.replace();
        requireKept(what, kept);
        return reached;
    }

    private void requireRefusal(String what, int status, List<String> words) {
        report.outcome("ended with a line");
        if (status != FAILED_START || words.size() != 1) {
            report.violation(what + ": ended with " + status + " and the words " + words);
        }
    }

    private void requireKept(String what, Place kept) {
        if (!run.server().listens()) {
            throw new IllegalStateException(
                    what + ": does not start any more: " + run.server().lastWords());
        }
        String state = kept.on(run.server()).settled();
        if (!state.equals(Deed.CREATE.after())) {
            report.violation(what + ": what was stored is " + state);
        }
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        store.places().forEach(place -> counts.put(place, store.count(place)));
        return counts;
    }

    private Map<String, Long> since(Map<String, Long> before) {
        Map<String, Long> since = new LinkedHashMap<>();
        counts().forEach((place, count) -> {
            long more = count - before.getOrDefault(place, 0L);
            if (more > 0) {
                since.put(place, more);
            }
        });
        return since;
    }
}
