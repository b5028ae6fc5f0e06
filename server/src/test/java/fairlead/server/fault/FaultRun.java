package fairlead.server.fault;

import fairlead.server.fault.Deed.Place;
import fairlead.server.fault.FailingStore.Fault;
import fairlead.server.fault.FaultedServer.Answer;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Fails a store in every way at every place under every deed, and holds the law against what the server does.
///
/// First each fault happens once at each place that a deed reaches without faults, at a number that chance chooses; as
/// long as there is time, at further numbers. Between, the server is killed and started again.
final class FaultRun implements AutoCloseable {

    /// After so many cases the process is killed, and all that they have told is asked for once more.
    private static final int CASES_OF_A_PROCESS = 12;

    private static final int MOST_ATTEMPTS = 4;
    private static final Duration BACKGROUND = Duration.ofMillis(2500);
    private static final Duration PATIENCE = Duration.ofSeconds(70);
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration HEALTHY_AGAIN = Duration.ofSeconds(4);
    private static final Duration HEALTH_IS_TOLD = Duration.ofSeconds(15);

    /// One fault under one deed.
    ///
    /// @param number which of the calls at the place fails first, from 0 on
    record Case(Deed deed, String place, long number, Fault fault) {
        @Override
        public String toString() {
            return deed + ", " + place + " " + number + ", " + fault.name();
        }
    }

    private final FailingStore store;
    private final Path folder;
    private final Random chance;
    private final FaultReport report;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<Place, String> told = new LinkedHashMap<>();
    private FaultedServer server;
    private int names;
    private int servers;

    FaultRun(FailingStore store, Path folder, long seed, FaultReport report) {
        this.store = store;
        this.folder = folder;
        this.report = report;
        chance = new Random(seed);
        server = started();
    }

    /// Runs until each case has happened, and longer if there is time.
    ///
    /// @param budget how long it may take beyond what is needed
    /// @param limit after which it ends in any case, and what was not run is told
    void run(Duration budget, Duration limit) {
        long begin = System.nanoTime();
        List<Case> cases = cases();
        int done = 0;
        boolean needed = true;
        while (done < cases.size()
                && (needed || System.nanoTime() - begin < budget.toNanos())
                && System.nanoTime() - begin < limit.toNanos()) {
            Case next = cases.get(done++);
            needed = done < report.needed();
            fail(next);
            if (done % CASES_OF_A_PROCESS == 0) {
                killAndCompare();
            }
        }
        report.notRun(Math.max(0, report.needed() - done));
        killAndCompare();
        new FaultedStarts(this, store, report, chance).run();
        report.ended(cases.size(), Duration.ofNanos(System.nanoTime() - begin));
    }

    // -- cases --------------------------------------------------------------------------------------------------------

    /// The cases that are needed, and then all others, each by chance.
    private List<Case> cases() {
        List<Case> needed = new ArrayList<>();
        List<Case> more = new ArrayList<>();
        for (Deed deed : Deed.values()) {
            Map<String, Long> calls = calls(deed);
            calls.forEach((place, count) -> {
                report.counted(deed.name(), place, count);
                for (Fault fault : store.faults(place)) {
                    List<Case> all = new ArrayList<>();
                    for (long number = 0; number < count; number++) {
                        all.add(new Case(deed, place, number, fault));
                    }
                    Collections.shuffle(all, chance);
                    needed.add(all.removeFirst());
                    more.addAll(all);
                }
            });
        }
        report.needs(needed.size());
        Collections.shuffle(needed, chance);
        Collections.shuffle(more, chance);
        needed.addAll(more);
        return needed;
    }

    /// How often a deed reaches each place without faults: the fewest of three times.
    private Map<String, Long> calls(Deed deed) {
        Map<String, Long> fewest = new LinkedHashMap<>();
        for (int i = 0; i < 3; i++) {
            Place at = place(deed);
            deed.prepare(at);
            quiet(at);
            Map<String, Long> before = counts();
            Answer answer = deed.ask(at);
            quiet(at);
            Map<String, Long> after = counts();
            String state = at.settled();
            if (!answer.isDone() || !state.equals(deed.after())) {
                throw new IllegalStateException(deed + " does not work without faults: " + state + ", " + answer);
            }
            after.forEach((place, count) -> fewest.merge(place, count - before.getOrDefault(place, 0L), Math::min));
            told.put(at, state);
        }
        fewest.values().removeIf(count -> count <= 0);
        return fewest;
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        store.places().forEach(place -> counts.put(place, store.count(place)));
        return counts;
    }

    /// Waits until what has been written is carried into the database as well.
    private static void quiet(Place at) {
        at.settled();
        sleep(Duration.ofMillis(1300));
    }

    private Place place(Deed deed) {
        return new Place(server, deed, "f-" + names++, folder.resolve("outside"));
    }

    // -- a fault ------------------------------------------------------------------------------------------------------

    private void fail(Case one) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Place at = place(one.deed());
            one.deed().prepare(at);
            // How often a place is reached differs a little from time to time.
            store.arm(one.place(), one.number() >> attempt, one.fault());
            FutureTask<Answer> asking = new FutureTask<>(() -> one.deed().ask(at));
            Thread.ofVirtual().start(asking);
            if (awaitFault(asking)) {
                report.reached(one.deed().name(), one.place(), one.fault().name());
                if (one.fault().silent()) {
                    judgeSilent(one, at, answer(asking, PATIENCE));
                } else {
                    judge(one, at, asking);
                }
                return;
            }
            store.heal();
            answer(asking, PATIENCE);
            told.put(at, at.settled());
        }
        report.unreached(one.toString());
    }

    /// Some places are reached only in the background of what was answered.
    private boolean awaitFault(FutureTask<Answer> asking) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (store.failed() == 0 && System.nanoTime() < end && server.isAlive()) {
            if (asking.isDone()) {
                end = Math.min(end, System.nanoTime() + BACKGROUND.toNanos());
            }
            sleep(Duration.ofMillis(5));
        }
        return store.failed() > 0;
    }

    /// The answer; none if it takes longer.
    private static Answer answer(FutureTask<Answer> asking, Duration patience) {
        try {
            return asking.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return new Answer(0, "no answer within " + patience);
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void judge(Case one, Place at, FutureTask<Answer> asking) {
        if (one.fault().isLasting() && server.isAlive()) {
            requireTrueHealth(one, answer(asking, Duration.ofSeconds(3)));
        }
        if (one.fault().isLasting()) {
            store.heal();
        }
        Answer answer = answer(asking, PATIENCE);
        store.heal();
        if (!answer.isDone() && answer.status() != 503 && answer.status() != 507 && server.isAlive()) {
            report.violation(one + ": answered " + answer);
        }
        if (!serves(one.toString())) {
            restart(one.toString());
        }
        String state = at.on(server).settled();
        if (!state.equals(one.deed().after())
                && (answer.isDone() || !state.equals(one.deed().before()))) {
            report.violation(one + ": is " + state + " after " + answer);
        }
        report.outcome(answer.isDone() ? "acknowledged" : "refused");
        told.put(at, state);
    }

    /// While writes fail, nobody is told that all is well.
    private void requireTrueHealth(Case one, Answer answer) {
        Answer write = answer.isDone() ? write() : answer;
        if (write.isDone() || !server.isAlive()) {
            return;
        }
        String told = "";
        for (String path : List.of("/readyz", "/readyz?verbose", "/fairlead/health")) {
            long begin = System.nanoTime();
            Answer health = server.get(path);
            // A write that takes long has not failed yet.
            while (health.status() == 200
                    && write.status() == 0
                    && System.nanoTime() - begin < HEALTH_IS_TOLD.toNanos()) {
                health = server.get(path);
            }
            if (health.status() != 503) {
                told += path + " " + health + " ";
            }
        }
        if (!told.isEmpty() && !write().isDone()) {
            report.violation(one + ": a write fails with " + write + ", and health is " + told);
        }
        Answer live = server.get("/livez");
        if (live.status() != 200) {
            report.violation(one + ": /livez is " + live);
        }
    }

    private Answer write() {
        Place at = place(Deed.CREATE);
        return Deed.CREATE.ask(at);
    }

    /// Whether the server takes writes again by itself; if so, it has to say so.
    boolean serves(String what) {
        Answer last = new Answer(0, "");
        for (long end = System.nanoTime() + SOON.toNanos(); System.nanoTime() < end && server.isAlive(); ) {
            last = write();
            if (last.isDone()) {
                requireHealth(what);
                return true;
            }
            sleep(Duration.ofMillis(20));
        }
        if (server.isAlive()) {
            report.violation(what + ": no write is taken any more: " + last);
        }
        return false;
    }

    private void requireHealth(String what) {
        for (String path : List.of("/readyz?verbose", "/readyz", "/fairlead/health", "/livez")) {
            Answer health = server.get(path);
            // Two seconds without a failure are what it takes.
            for (long end = System.nanoTime() + HEALTHY_AGAIN.toNanos();
                    health.status() != 200 && System.nanoTime() < end; ) {
                sleep(Duration.ofMillis(100));
                health = server.get(path);
            }
            if (health.status() != 200) {
                report.violation(what + ": a write succeeds, and " + path + " is " + health);
            }
        }
    }

    /// A server that has ended by itself has to have said why, in one line.
    private void restart(String what) {
        if (!server.isAlive()) {
            List<String> words = server.lastWords();
            report.outcome("stopped");
            if (words.size() != 1) {
                report.violation(what + ": ended with " + server.await() + " and the words " + words);
            }
        }
        server.kill();
        server = started();
        if (!server.listens()) {
            throw new IllegalStateException(what + ": does not start any more: " + server.lastWords());
        }
    }

    // -- silent faults ------------------------------------------------------------------------------------------------

    /// What nobody is told can't be undone; it may be noticed. What is stored is given up afterwards.
    private void judgeSilent(Case one, Place at, Answer answer) {
        store.heal();
        String state = answer.isDone() ? at.settled() : "refused";
        told.put(at, answer.isDone() ? one.deed().after() : state);
        boolean noticed = !answer.isDone()
                || state.contains("not to be read")
                || server.get("/readyz?verbose").status() != 200;
        server.kill();
        server = started();
        boolean wrong = false;
        if (server.listens()) {
            for (Map.Entry<Place, String> each : told.entrySet()) {
                String now = now(each.getKey());
                noticed |= now.contains("not to be read");
                wrong |= !now.equals(each.getValue()) && !each.getValue().equals("refused");
            }
            noticed |= server.get("/readyz?verbose").status() != 200;
        } else {
            noticed = true;
        }
        server.kill();
        noticed |= !store.damages().isEmpty();
        report.outcome(noticed ? "silent, noticed" : wrong ? "silent, not noticed" : "silent, without effect");
        if (wrong && !noticed) {
            report.unnoticed(one.toString());
        }
        discard();
    }

    private String now(Place at) {
        return at.deed().state(at.on(server));
    }

    // -- the process --------------------------------------------------------------------------------------------------

    private FaultedServer started() {
        return new FaultedServer(client, store, folder.resolve("server-" + servers++ + ".log"));
    }

    /// `kill -9`, a new start, and the question for all that was told.
    private void killAndCompare() {
        server.kill();
        server = started();
        if (!server.listens()) {
            throw new IllegalStateException("does not start after a kill: " + server.lastWords());
        }
        report.outcome("kill -9");
        told.forEach((at, state) -> {
            String now = at.on(server).settled();
            if (!now.equals(state)) {
                report.violation("after kill -9, " + at.deed() + " of " + at.name() + " is " + now + ", was " + state);
            }
        });
        told.clear();
    }

    /// Begins anew with nothing stored.
    private void discard() {
        store.discard();
        told.clear();
        server = started();
    }

    FaultedServer server() {
        return server;
    }

    /// A new process, in the place of one that has ended.
    FaultedServer replace() {
        server = started();
        return server;
    }

    /// Something that is stored, and its state.
    Place kept() {
        Place at = place(Deed.CREATE);
        at.require(() -> Deed.CREATE.ask(at));
        return at;
    }

    static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }
}
