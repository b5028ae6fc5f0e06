package fairlead.server.options;

import fairlead.host.GrantedFolder;
import fairlead.host.HandlerFiles;
import fairlead.host.egress.Destination;
import fairlead.host.egress.EgressPolicy;
import fairlead.lambda.Grants;
import fairlead.lambda.Language;
import fairlead.lambda.Settings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// How handlers that others wrote are hosted.
final class ProviderHosting {

    private record Command(Language language, Path file) {

        static Command parse(String text) {
            int equals = text.indexOf('=');
            Language language = Language.ofCommand(text.substring(0, Math.max(0, equals)))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "expected java=FILE, python3=FILE or node=FILE, found '" + text + "'"));
            return new Command(language, Path.of(text.substring(equals + 1)));
        }
    }

    /// Of a type that does not say what it connects to.
    private enum Egress {
        OPEN,
        DECLARED
    }

    private enum IsolationLevel {
        BEST,
        REQUIRED
    }

    /// A folder, for all types or, behind the name of one, for that.
    private static GrantedFolder granted(String text) {
        int equals = text.indexOf('=');
        return equals < 0
                ? new GrantedFolder(Optional.empty(), Path.of(text))
                : new GrantedFolder(Optional.of(text.substring(0, equals)), Path.of(text.substring(equals + 1)));
    }

    private ProviderHosting() {}

    /// The same, with files and folders that no handler ever reaches.
    static Settings hiding(Settings settings, List<Path> secrets) {
        try {
            return settings.with(settings.files().hiding(secrets));
        } catch (IllegalArgumentException exposed) {
            throw new IllegalArgumentException("--handler-files: " + exposed.getMessage(), exposed);
        }
    }

    static Supplier<Settings> declare(Flags flags) {
        Settings standard = Settings.standard();
        flags.section("Handlers");
        var processes = flags.value(
                "--provider-processes=N",
                Values.number(1, 1000),
                String.valueOf(standard.mostProcesses()),
                "how many processes a version of a CloudFormation provider may have; a Java handler has one");
        var memory = flags.value(
                "--provider-memory=MB",
                Values.number(64, 1 << 20),
                String.valueOf(standard.memoryMegabytes()),
                "how much data a process of a handler may have");
        var environment = flags.repeatable(
                "--provider-env=NAME",
                Values::text,
                "a variable of the server's environment that handlers may have, if their type asks for it; repeatable");
        var folders = flags.repeatable(
                "--handler-files=[TYPE=]DIR",
                ProviderHosting::granted,
                "a folder that handlers, or those of one type, may read and write besides their own; not one that"
                        + " holds the server's data or keys; repeatable");
        var egress = flags.value(
                "--egress=open|declared",
                Values.word(Egress.class),
                "open",
                "whether handlers of a type that does not say what it connects to connect to everything, or to"
                        + " nothing");
        var privately = flags.repeatable(
                "--egress-private=HOST:PORT",
                Destination::parse,
                "a destination in a private network, or on this machine, that handlers may connect to if their type"
                        + " says so; *.HOST for all names below one; repeatable");
        var isolation = flags.value(
                "--isolation=best|required",
                Values.word(IsolationLevel.class),
                "best",
                "whether handlers are kept apart as well as this machine can, or the server does not start where"
                        + " anything is missing for it; fairlead doctor says what");
        var runtimes = flags.repeatable(
                "--runtime=NAME=FILE",
                Command::parse,
                "where java, python3 or node is, if not on the path; repeatable");
        return () -> {
            Map<Language, Path> commands = new EnumMap<>(Language.class);
            runtimes.get().forEach(runtime -> commands.put(runtime.language(), runtime.file()));
            return new Settings(
                    processes.get(),
                    memory.get(),
                    standard.startLimit(),
                    standard.idle(),
                    commands,
                    new Grants(
                            Set.copyOf(environment.get()),
                            new HandlerFiles(folders.get(), List.of()),
                            new EgressPolicy(egress.get() == Egress.DECLARED, false, privately.get()),
                            isolation.get() == IsolationLevel.REQUIRED));
        };
    }
}
