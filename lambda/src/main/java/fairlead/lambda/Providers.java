package fairlead.lambda;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.ResourceHandler;
import fairlead.host.DeclaredNeeds;
import fairlead.host.Folders;
import fairlead.host.Program;
import fairlead.host.Secret;
import fairlead.host.egress.EgressProxy;
import fairlead.host.jvm.HandlerCode;
import fairlead.host.jvm.JavaHandlers;
import fairlead.host.wire.Ready;
import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hosts the handlers that others wrote: providers of CloudFormation resource types, each version of a type in
/// processes of its own, and Java handlers, each version in one.
///
/// A provider is given as the folder of its package's parts: `.rpdk-config`, and what was built, as `cfn
/// submit` packs it. Processes are started when there is work, and end with this host, also when the whole
/// server is killed.
public final class Providers implements AutoCloseable {

    /// The file by which a package is known to be a provider's.
    public static final String CONFIG = Project.FILE;

    /// The nested archives of what was built, beside jars.
    public static final List<String> ARCHIVES = Code.ARCHIVES;

    private static final Logger LOG = LoggerFactory.getLogger(Providers.class);

    /// As much code as Lambda takes, and as much again.
    private static final long MOST_CODE = 512L << 20;

    private static final long SWEEP_SECONDS = 10;

    private static final String RESOURCE = "RESOURCE";
    private static final String HOOK = "HOOK";

    private final Map<String, Invoker> invokers = new HashMap<>();
    private final Path home;
    private final Settings settings;
    private final Clock clock;
    private final boolean exact;
    private final EgressProxy egress;
    private final JavaHandlers java;
    private @Nullable Started started;
    private @Nullable ScheduledExecutorService sweeper;
    private boolean closed;

    /// What is only there once there are providers.
    private record Started(RuntimeApi api, Starter starter) {}

    /// @param home a folder of this process alone
    public Providers(Path home, Settings settings, Clock clock) {
        this(home, settings, clock, false);
    }

    private Providers(Path home, Settings settings, Clock clock, boolean exact) {
        this.home = home.toAbsolutePath().normalize();
        this.settings = settings;
        this.clock = clock;
        this.exact = exact;
        egress = EgressProxy.of(settings.grants().egress());
        java = new JavaHandlers(this.home.resolve("java"), settings.ofJava(egress), clock);
    }

    /// A host for tests, which takes no answer with more in it than the protocol has: an error code beside a
    /// success, for example, which does no harm in production.
    public static Providers exact(Path home, Settings settings, Clock clock) {
        return new Providers(home, settings, clock, true);
    }

    /// What is wrong with a provider: its package, the runtime that it needs, or that it does not start. If
    /// nothing is, a process of it waits for work.
    ///
    /// @param digest tells this version from all others
    /// @param parts the folder of the package's parts
    /// @param needs what it asks for of the machine
    public List<Finding> check(String digest, Path parts, ResourceSchema schema, DeclaredNeeds needs) {
        return check(new PackageOf(digest, parts, schema.typeName(), RESOURCE), needs);
    }

    /// The same of the package of a hook.
    public List<Finding> checkHook(String digest, Path parts, TypeName name) {
        return check(new PackageOf(digest, parts, name, HOOK), DeclaredNeeds.NOT_DECLARED);
    }

    private List<Finding> check(PackageOf of, DeclaredNeeds needs) {
        String digest = of.digest();
        try {
            Optional<String> trouble = pool(of, needs).warm();
            if (trouble.isEmpty()) {
                return List.of();
            }
            forget(digest);
            return List.of(
                    new Flaw("provider.not-starting", "", "the provider does not start: " + trouble.get()).finding());
        } catch (Flaw flaw) {
            forget(digest);
            return List.of(flaw.finding());
        } catch (IOException failure) {
            forget(digest);
            return List.of(new Flaw("provider.archive", "", "can't be unpacked: " + failure.getMessage()).finding());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of(new Flaw("provider.not-starting", "", "the check was interrupted").finding());
        }
    }

    /// The provider as a handler with the capabilities that the schema declares.
    ///
    /// @param version of the type, eight digits
    /// @param needs what it asks for of the machine
    public ResourceHandler handler(
            String digest, Path parts, ResourceSchema schema, String version, DeclaredNeeds needs) {
        try {
            Pool pool = pool(new PackageOf(digest, parts, schema.typeName(), RESOURCE), needs);
            return LambdaHandler.of(schema, version, pool, exact);
        } catch (Flaw flaw) {
            throw new HandlerException(ErrorCode.INTERNAL_FAILURE, "The provider can't run here: " + flaw.getMessage());
        } catch (IOException failure) {
            throw new HandlerException(
                    ErrorCode.SERVICE_INTERNAL_ERROR, "The provider's code can't be unpacked at the moment.", failure);
        }
    }

    /// The handlers of a hook; throws [HandlerException] if they can't run here.
    ///
    /// @param version of the hook, eight digits
    public HookFunction hook(String digest, Path parts, TypeName name, String version) {
        try {
            return new HookFunction(
                    name, version, pool(new PackageOf(digest, parts, name, HOOK), DeclaredNeeds.NOT_DECLARED));
        } catch (Flaw flaw) {
            throw new HandlerException(ErrorCode.INTERNAL_FAILURE, "The hook can't run here: " + flaw.getMessage());
        } catch (IOException failure) {
            throw new HandlerException(
                    ErrorCode.SERVICE_INTERNAL_ERROR, "The hook's code can't be unpacked at the moment.", failure);
        }
    }

    /// A function behind the Lambda Invoke API as a handler.
    ///
    /// @param address of an invocation: `http://host/2015-03-31/functions/NAME/invocations`
    public synchronized ResourceHandler remote(String digest, URI address, ResourceSchema schema, String version) {
        Invoker invoker = invokers.computeIfAbsent(digest, _ -> new Endpoint(address));
        return LambdaHandler.of(schema, version, invoker, exact);
    }

    /// Makes a Java handler once, in a process of its own, and says what has become of it.
    ///
    /// @param name of the type, if it is known
    public Ready inspectJava(String name, HandlerCode code) {
        return java.inspect(name, code);
    }

    /// A Java handler, with the capabilities that the schema declares. Its process starts at its first call.
    ///
    /// @param digest tells this version from all others
    /// @param code fetched at each start of a process; what it throws is thrown by the call
    public ResourceHandler java(String digest, ResourceSchema schema, Supplier<HandlerCode> code) {
        sweeping();
        return java.handler(digest, schema, code);
    }

    /// Whether it has processes of its own for some provider.
    public synchronized boolean hasProcesses() {
        return invokers.values().stream().anyMatch(Pool.class::isInstance);
    }

    /// How many processes there are.
    ///
    /// @param working at a call, or starting for one
    /// @param idle that wait for work
    public record Processes(int working, int idle) {}

    /// The processes of all handlers.
    public Processes processes() {
        List<Invoker> all;
        synchronized (this) {
            all = List.copyOf(invokers.values());
        }
        List<Integer> calls = java.working();
        int idle = (int) calls.stream().filter(under -> under == 0).count();
        int working = calls.size() - idle;
        for (Invoker invoker : all) {
            if (invoker instanceof Pool pool) {
                Processes processes = pool.processes();
                idle += processes.idle();
                working += processes.working();
            }
        }
        return new Processes(working, idle);
    }

    /// By what handlers go out whose type says where to.
    public EgressProxy egress() {
        return egress;
    }

    /// Kills every process of a provider that is at work, as a crash would.
    public void killWorking() {
        List<Invoker> all;
        synchronized (this) {
            all = List.copyOf(invokers.values());
        }
        all.stream().filter(Pool.class::isInstance).map(Pool.class::cast).forEach(Pool::killWorking);
    }

    /// Stops a version's processes and removes its code.
    public void forget(String digest) {
        @Nullable Invoker invoker;
        synchronized (this) {
            invoker = invokers.remove(digest);
        }
        if (invoker != null) {
            invoker.close();
        }
        java.forget(digest);
        Folders.remove(code(digest));
    }

    /// Stops all processes.
    @Override
    public void close() {
        List<Invoker> all;
        @Nullable Started last;
        @Nullable ScheduledExecutorService sweeping;
        synchronized (this) {
            closed = true;
            all = List.copyOf(invokers.values());
            invokers.clear();
            last = started;
            sweeping = sweeper;
        }
        if (sweeping != null) {
            sweeping.shutdownNow();
        }
        all.parallelStream().forEach(Invoker::close);
        java.close();
        if (last != null) {
            last.api().close();
        }
    }

    /// A package that was registered.
    ///
    /// @param digest tells this version from all others
    /// @param artifact what it is of
    private record PackageOf(String digest, Path parts, TypeName name, String artifact) {}

    private synchronized Pool pool(PackageOf of, DeclaredNeeds needs) throws Flaw, IOException {
        String digest = of.digest();
        if (invokers.get(digest) instanceof Pool known) {
            return known;
        }
        if (closed) {
            throw new IOException("the server stops");
        }
        Project project = Project.read(of.parts(), of.name(), of.artifact());
        Started ready = started();
        Path code = code(digest);
        if (!Files.isDirectory(code)) {
            prepare(project, of.parts(), code);
        }
        String name = of.name().toString();
        Program program = ready.starter().program(project, code, name, needs);
        Pool pool = new Pool(name, ready.api(), program, home.resolve("run").resolve(Secret.text(16)), settings, clock);
        invokers.put(digest, pool);
        return pool;
    }

    private void prepare(Project project, Path parts, Path code) throws Flaw, IOException {
        Files.createDirectories(code.getParent(), Folders.OWNER_ONLY);
        Path fresh = Files.createTempDirectory(code.getParent(), "new-");
        try {
            Code.prepare(project, parts, fresh, MOST_CODE);
            Files.move(fresh, code);
        } finally {
            Folders.remove(fresh);
        }
    }

    private Path code(String digest) {
        return home.resolve("code").resolve(digest);
    }

    private Started started() {
        Started known = started;
        if (known == null) {
            Folders.remove(home.resolve("run"));
            sweeping();
            known = new Started(
                    new RuntimeApi(), new Starter(settings, egress, home.resolve("homes"), home.resolve("bootstrap")));
            started = known;
        }
        return known;
    }

    private synchronized void sweeping() {
        if (sweeper == null && !closed) {
            ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("handler-sweep").daemon(true).factory());
            var _ = started.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
            sweeper = started;
        }
    }

    /// Stops processes that had no work for long.
    void sweep() {
        List<Invoker> all;
        synchronized (this) {
            all = List.copyOf(invokers.values());
        }
        try {
            java.stopIdle();
            for (Invoker invoker : all) {
                if (invoker instanceof Pool pool) {
                    pool.stopIdle();
                }
            }
        } catch (RuntimeException failure) {
            LOG.warn("can't stop idle processes", failure);
        }
    }
}
