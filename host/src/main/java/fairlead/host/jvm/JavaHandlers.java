package fairlead.host.jvm;

import fairlead.handler.ResourceHandler;
import fairlead.host.Folders;
import fairlead.host.Secret;
import fairlead.host.wire.Ready;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Hosts Java handlers: each version of a type in a process of its own.
public final class JavaHandlers implements AutoCloseable {

    private final Map<String, VersionProcess> versions = new HashMap<>();
    private final Path home;
    private final JavaSettings settings;
    private final Clock clock;
    private boolean prepared;

    /// @param home a folder of this process alone
    public JavaHandlers(Path home, JavaSettings settings, Clock clock) {
        this.home = home;
        this.settings = settings;
        this.clock = clock;
    }

    /// Makes a handler once, in a process that ends at once, and says what has become of it.
    ///
    /// @param name of the type, if it is known
    public Ready inspect(String name, HandlerCode code) {
        Path folder = folder();
        try {
            JvmProcess process = JvmProcess.start(
                    name + " check",
                    JvmProgram.of(name, code, settings, folder),
                    folder.resolve(Secret.text(16)),
                    _ -> {});
            try {
                return process.awaitReady(settings.startLimit());
            } finally {
                process.kill("has been checked");
            }
        } catch (ProcessEnded early) {
            return new Ready.Flawed(
                    "handler.constructor-failed",
                    "making " + code.className() + " failed: its process " + early.getMessage());
        } catch (IOException failure) {
            return new Ready.Flawed("handler.not-loadable", "its process can't be started: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Ready.Flawed("handler.constructor-failed", "the check was interrupted");
        } finally {
            Folders.remove(folder);
        }
    }

    /// The handler of a version, with the capabilities that the schema declares. Its process starts at its first call.
    ///
    /// @param digest tells this version from all others
    /// @param code fetched at each start of a process; what it throws is thrown by the call
    public synchronized ResourceHandler handler(String digest, ResourceSchema schema, Supplier<HandlerCode> code) {
        VersionProcess version = versions.computeIfAbsent(
                digest,
                _ -> new VersionProcess(
                        schema.typeName().toString(),
                        folder(),
                        lasting(schema.typeName().toString()),
                        settings,
                        clock,
                        code));
        return RemoteHandler.of(schema, version);
    }

    /// A new one for processes of one version. What a server that was killed has left behind is removed before.
    private synchronized Path folder() {
        Path all = home.resolve("run");
        if (!prepared) {
            Folders.remove(all);
            prepared = true;
        }
        return all.resolve(Secret.text(16));
    }

    /// What handlers of a type keep, whatever its version: a folder for their home, and one for temporary files.
    private Path lasting(String type) {
        return home.resolve("types").resolve(type.replace("::", "-"));
    }

    /// How many calls are under way in each process.
    public List<Integer> working() {
        return all().stream()
                .map(VersionProcess::working)
                .flatMap(Optional::stream)
                .toList();
    }

    /// Ends processes that had no work for long.
    public void stopIdle() {
        all().forEach(VersionProcess::stopIdle);
    }

    /// Ends a version's process.
    public void forget(String digest) {
        VersionProcess version;
        synchronized (this) {
            version = versions.remove(digest);
        }
        if (version != null) {
            version.close();
        }
    }

    private synchronized List<VersionProcess> all() {
        return List.copyOf(versions.values());
    }

    /// Ends all processes.
    @Override
    public void close() {
        all().parallelStream().forEach(VersionProcess::close);
    }
}
