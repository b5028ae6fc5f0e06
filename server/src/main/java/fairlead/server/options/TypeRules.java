package fairlead.server.options;

import fairlead.server.type.RegistrationGate;
import fairlead.server.type.definition.DriftSettings;
import java.time.Duration;
import java.util.function.Supplier;

/// What holds for all types.
///
/// @param gate whether a version of a type may be registered untested
/// @param schemaHosts where documents may be fetched from that schemas refer to
/// @param driftInterval how often resources are looked at for drift whose type says nothing else; zero for never
public record TypeRules(RegistrationGate gate, SchemaHosts schemaHosts, Duration driftInterval) {

    static Supplier<TypeRules> declare(Flags flags) {
        flags.section("Types");
        var gate = flags.value(
                "--tests=required|skippable",
                Values.word(RegistrationGate.class),
                "skippable",
                "whether --skip-tests can register a type without contract tests");
        var schemaHosts = SchemaHosts.declare(flags);
        var driftInterval = flags.value(
                "--drift-interval=TIME",
                DriftSettings::interval,
                DriftSettings.OFF,
                "how often resources are looked at for drift, such as 15m, 6h or 1d");
        return () -> new TypeRules(gate.get(), schemaHosts.get(), driftInterval.get());
    }
}
