package fairlead.server.simulation;

import fairlead.server.simulation.Place.Step;
import fairlead.server.time.Clocks;
import fairlead.server.time.MonotonicTime;
import fairlead.server.time.Waits;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Runs tasks, each on a thread of its own, but only one at a time: which one goes on is left to chance each time one
/// pauses. Time goes by only when all of them wait for it.
///
/// A task may let another thread work for it while it waits for that one, as the calls of handlers do: whichever of
/// its threads pauses, pauses for the task.
final class Scheduler {

    private static final Instant BEGIN = Instant.parse("2026-11-01T12:00:00Z");

    private final RandomGenerator chance;
    private final List<Task> tasks = new ArrayList<>();
    private final Thread driver = Thread.currentThread();
    private long now;
    private Duration steps = Duration.ZERO;
    private volatile @Nullable Task running;
    private @Nullable Throwable failure;
    private int nextName;

    Scheduler(RandomGenerator chance) {
        this.chance = chance;
    }

    /// The process of the task is no more. An error, so that no code takes it for a failure that it could handle.
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super("the process died", null, false, false);
        }
    }

    /// One thread of the simulated world.
    final class Task {

        private final String name;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile Thread thread;
        private volatile boolean turn;
        private boolean dead;
        private @Nullable CountDownLatch awaited;
        private long wakeAt;

        /// What it is doing, for those who ask.
        private @Nullable Step step;

        private Task(String name, Runnable work) {
            this.name = name;
            thread = Thread.ofVirtual().unstarted(() -> run(work));
        }

        private void run(Runnable work) {
            try {
                takeTurn(this);
                work.run();
            } catch (Death expected) {
                // It ends with its process.
            } catch (Throwable unexpected) {
                failure = failure == null ? new AssertionError("the task " + name + " failed", unexpected) : failure;
            } finally {
                tasks.remove(this);
                ended.countDown();
                running = null;
                LockSupport.unpark(driver);
            }
        }

        CountDownLatch ended() {
            return ended;
        }

        private boolean isReady() {
            CountDownLatch latch = awaited;
            return dead || latch == null || latch.getCount() == 0 || wakeAt <= now;
        }
    }

    /// Begins a task, which runs from its first turn on.
    Task begin(String name, Runnable work) {
        Task task = new Task(name + "-" + ++nextName, work);
        tasks.add(task);
        return task;
    }

    /// Lets others go on, or this one.
    void pause() {
        waitFor(null, 0);
    }

    /// Lets so much time go by.
    void sleep(Duration time) {
        await(new CountDownLatch(1), time);
    }

    boolean await(CountDownLatch latch, Duration most) {
        if (most.isPositive()) {
            waitFor(latch, now + most.toNanos());
        }
        return latch.getCount() == 0;
    }

    private void waitFor(@Nullable CountDownLatch latch, long until) {
        Task task = current();
        requireLife(task);
        task.awaited = latch;
        task.wakeAt = until;
        task.thread = Thread.currentThread();
        running = null;
        LockSupport.unpark(driver);
        takeTurn(task);
        task.awaited = null;
        requireLife(task);
    }

    private static void takeTurn(Task task) {
        while (!task.turn) {
            LockSupport.park();
        }
        task.turn = false;
    }

    /// Throws [Death] if the task's process has ended.
    void requireLife() {
        requireLife(current());
    }

    private static void requireLife(Task task) {
        if (task.dead) {
            Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
            throw new Death();
        }
    }

    Task current() {
        Task task = running;
        if (task == null) {
            throw new IllegalStateException("this thread runs beside the simulation");
        }
        return task;
    }

    /// What the present task is doing.
    Place place() {
        return step().map(Step::place).orElse(Place.NONE);
    }

    /// The resource that the present task works on; empty if it takes no step of an operation.
    String subject() {
        return step().map(Step::subject).orElse("");
    }

    /// The step of an operation that the present task takes.
    Optional<Step> step() {
        Task task = running;
        return task == null ? Optional.empty() : Optional.ofNullable(task.step);
    }

    void enter(Step step) {
        current().step = step;
    }

    /// The name of the present task.
    String name() {
        Task task = running;
        return task == null ? "-" : task.name;
    }

    /// The tasks that have not ended.
    List<String> names() {
        return tasks.stream().map(task -> task.name).toList();
    }

    /// Ends the process in which these tasks run. They die when they pause next, or now.
    void kill(List<Task> dying) {
        dying.forEach(task -> task.dead = true);
    }

    /// Runs tasks until this one has ended. Throws what a task was not prepared for.
    void runUntilEnd(Task last) {
        while (last.ended.getCount() > 0) {
            runOne();
            Throwable unexpected = failure;
            if (unexpected != null) {
                throw unexpected instanceof AssertionError known ? known : new AssertionError(unexpected);
            }
        }
    }

    /// Lets the dead have their last turn, so that no thread of a history outlasts it.
    void bury() {
        tasks.removeIf(task -> task.thread.getState() == Thread.State.NEW);
        while (tasks.stream().anyMatch(task -> task.dead)) {
            tasks.removeIf(task -> !task.dead);
            runOne();
        }
    }

    private void runOne() {
        List<Task> ready = ready();
        if (ready.isEmpty()) {
            now = tasks.stream().mapToLong(task -> task.wakeAt).min().orElseThrow();
            return;
        }
        Task next = ready.get(ready.size() == 1 ? 0 : chance.nextInt(ready.size()));
        running = next;
        next.turn = true;
        if (next.thread.getState() == Thread.State.NEW) {
            next.thread.start();
        } else {
            LockSupport.unpark(next.thread);
        }
        while (running != null) {
            LockSupport.park();
        }
    }

    private List<Task> ready() {
        List<Task> ready = new ArrayList<>(tasks.size());
        for (Task task : tasks) {
            if (task.isReady()) {
                ready.add(task);
            }
        }
        return ready;
    }

    // -- time -----------------------------------------------------------------------------------------------

    /// Sets the wall clock, without any time going by.
    void stepClock(Duration by) {
        steps = steps.plus(by);
    }

    MonotonicTime elapsed() {
        return () -> now;
    }

    Clock wall() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                // To the millisecond, as it is stored.
                return BEGIN.plus(steps).plusMillis(now / 1_000_000);
            }
        };
    }

    Clocks clocks() {
        Waits waits = this::await;
        return new Clocks(wall(), elapsed(), wall(), waits);
    }
}
