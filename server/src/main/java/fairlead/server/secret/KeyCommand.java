package fairlead.server.secret;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/// A keyset that a command of the operator prints, such as one that asks a store of secrets. It is run by `/bin/sh`
/// when
/// a server starts and when the keyset is read again, and has half a minute.
///
/// What it prints is never logged, and neither is the command itself, which may have a password in it.
public final class KeyCommand implements KeySource {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MOST = 1 << 20;
    private static final int MOST_TOLD = 200;

    /// What may be a key, in what a command says of its failure.
    private static final Pattern SECRET = Pattern.compile("[{}]|[A-Za-z0-9+/_=.-]{32,}");

    private final String command;
    private final Duration limit;

    public KeyCommand(String command) {
        this(command, LIMIT);
    }

    KeyCommand(String command, Duration limit) {
        this.command = command;
        this.limit = limit;
    }

    @Override
    public String name() {
        return "the sealing key that the command of --key-command prints";
    }

    @Override
    public String remedy() {
        return ". The command has to print the keyset of this database, in Tink's JSON form";
    }

    @Override
    public Optional<String> read() {
        try {
            Process process = new ProcessBuilder(List.of("/bin/sh", "-c", command)).start();
            try {
                process.getOutputStream().close();
                return Optional.of(printed(process)).filter(text -> !text.isBlank());
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException failure) {
            throw new SealKeyException(name() + " can't be had: " + failure.getMessage(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SealKeyException(name() + " can't be had: the server is asked to stop", interrupted);
        }
    }

    private String printed(Process process) throws InterruptedException {
        FutureTask<String> keyset = reading(process.getInputStream());
        FutureTask<String> complaint = reading(process.getErrorStream());
        try {
            String text = keyset.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            String told = complaint.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw late();
            }
            if (process.exitValue() != 0) {
                throw new SealKeyException(
                        name() + " can't be had: the command ended with status " + process.exitValue() + told(told));
            }
            return text;
        } catch (TimeoutException tooLong) {
            throw late();
        } catch (ExecutionException failure) {
            throw new SealKeyException(name() + " can't be had: its output can't be read", failure);
        }
    }

    private SealKeyException late() {
        return new SealKeyException(
                name() + " can't be had: the command has not ended within " + limit.toSeconds() + " seconds");
    }

    private static String told(String complaint) {
        String last = complaint.lines().reduce("", (_, line) -> line).strip();
        if (last.isEmpty()) {
            return "";
        }
        boolean harmless = last.length() <= MOST_TOLD && !SECRET.matcher(last).find();
        return harmless ? ": " + last : " (what it said is not shown, since it may be secret)";
    }

    private static FutureTask<String> reading(InputStream stream) {
        FutureTask<String> task = new FutureTask<>(() -> new String(stream.readNBytes(MOST), StandardCharsets.UTF_8));
        Thread.ofVirtual().name("key-command").start(task);
        return task;
    }

    @Override
    public Optional<String> changedBy() {
        return Optional.of(
                "the keyset comes from the command of --key-command: have it print one that has one key more,"
                        + " made by fairlead seal add-key, and ask again");
    }

    @Override
    public void make(String keyset) {
        throw new SealKeyException(name()
                + " is missing: the command has printed nothing. Make a keyset by fairlead seal add-key, and store"
                + " it where the command finds it");
    }

    @Override
    public void replace(String keyset) {
        throw new IllegalStateException("a command prints what it is told by others");
    }
}
