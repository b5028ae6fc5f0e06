package fairlead.server.options;

import fairlead.lambda.Settings;
import fairlead.server.limit.Limits;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What the server is told on its command line.
///
/// @param authentication who may come in
/// @param providers how CloudFormation providers are hosted
/// @param limits how much is taken on
public record Options(
        Listening listening,
        Authentication authentication,
        Answering answering,
        Storage storage,
        Placement placement,
        TypeRules types,
        Settings providers,
        Watching watching,
        Limits.Settings limits,
        Observability observability) {

    private static Supplier<Options> declare(Flags flags) {
        var listening = Listening.declare(flags);
        var authentication = Authentication.declare(flags);
        var answering = Answering.declare(flags);
        var storage = Storage.declare(flags);
        var placement = Placement.declare(flags);
        var types = TypeRules.declare(flags);
        var providers = ProviderHosting.declare(flags);
        var watching = Watching.declare(flags, () -> listening.get().exposure().network());
        var limits = RequestLimits.declare(flags);
        var observability = Observability.declare(flags);
        return () -> new Options(
                listening.get().with(authentication.get().required()),
                authentication.get().in(placement.get()),
                answering.get(),
                storage.get(),
                placement.get(),
                types.get().sending(watching.get().anywhere()),
                ProviderHosting.hiding(providers.get(), secrets(listening.get(), authentication.get(), storage.get())),
                watching.get(),
                limits.get(),
                observability.get());
    }

    /// The files and folders that are the server's alone.
    private static List<Path> secrets(Listening listening, Authentication authentication, Storage storage) {
        Stream<Path> tls = listening.tls().flatMap(Https::keyFile).stream();
        Stream<Path> others = Stream.of(
                        authentication.credentials(),
                        authentication.cellKey(),
                        storage.key().file(),
                        storage.key().transit().map(SealKey.Transit::tokenFile),
                        storage.delivery().files(),
                        storage.delivery().vault().map(SecretPlaces.Kv::tokenFile),
                        storage.passwordFile(),
                        storage.auditing().key())
                .flatMap(Optional::stream);
        return Stream.of(Stream.of(storage.data()), tls, others)
                .flatMap(paths -> paths)
                .toList();
    }

    private static Flags flags() {
        return new Flags("Usage: fairlead serve [OPTION...]");
    }

    /// The options in the arguments, each as `--name=value` or `--name value`; the last one of a name counts.
    /// Throws [IllegalArgumentException] with one line that says what is wrong.
    public static Options parse(List<String> arguments) {
        Flags flags = flags();
        Supplier<Options> options = declare(flags);
        flags.parse(arguments);
        return options.get();
    }

    /// What `--help` says.
    public static String help() {
        Flags flags = flags();
        declare(flags);
        return flags.help();
    }
}
