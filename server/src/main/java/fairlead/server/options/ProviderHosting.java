package fairlead.server.options;

import fairlead.lambda.Language;
import fairlead.lambda.Settings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// How CloudFormation providers are hosted.
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

    private ProviderHosting() {}

    static Supplier<Settings> declare(Flags flags) {
        Settings standard = Settings.standard();
        flags.section("CloudFormation providers");
        var processes = flags.value(
                "--provider-processes=N",
                Values.number(1, 1000),
                String.valueOf(standard.mostProcesses()),
                "how many processes a version of a CloudFormation provider may have");
        var memory = flags.value(
                "--provider-memory=MB",
                Values.number(64, 1 << 20),
                String.valueOf(standard.memoryMegabytes()),
                "how much data each of them may have");
        var environment = flags.repeatable(
                "--provider-env=NAME",
                Values::text,
                "a variable of the server's environment that providers get; repeatable");
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
                    Set.copyOf(environment.get()));
        };
    }
}
