package fairlead.server.options;

import fairlead.server.type.RegistrationGate;
import fairlead.server.type.definition.DriftSettings;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What holds for all types.
///
/// @param gate whether a version of a type may be registered untested
/// @param schemaHosts where documents may be fetched from that schemas refer to
/// @param customResources who makes custom resources of stacks, by the names that templates have for them
/// @param driftInterval how often resources are looked at for drift whose type says nothing else; zero for never
public record TypeRules(
        RegistrationGate gate, SchemaHosts schemaHosts, Map<String, URI> customResources, Duration driftInterval) {

    private static final Pattern ENDPOINT =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,63})=(https?://[^/?#@\\s]+(?:[/?][^#\\s]*)?)");

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
        var customs = flags.repeatable(
                "--custom-resource=NAME=URL",
                TypeRules::endpoint,
                "who is asked for the custom resources of stacks whose ServiceToken is NAME; repeatable");
        return () -> new TypeRules(gate.get(), schemaHosts.get(), endpoints(customs.get()), driftInterval.get());
    }

    /// The same, where those who make custom resources are sent what they are asked for.
    ///
    /// @param anywhere whether that may be in clear
    TypeRules sending(boolean anywhere) {
        customResources.forEach((name, url) -> {
            if (!anywhere && !url.getScheme().equals("https")) {
                throw new IllegalArgumentException("--custom-resource: expected https:// in the address of '" + name
                        + "', unless with --webhook-network=any");
            }
        });
        return this;
    }

    private record Endpoint(String name, URI url) {}

    private static Map<String, URI> endpoints(List<Endpoint> all) {
        Map<String, URI> endpoints = new LinkedHashMap<>();
        for (Endpoint one : all) {
            if (endpoints.put(one.name(), one.url()) != null) {
                throw new IllegalArgumentException("--custom-resource names '" + one.name() + "' twice");
            }
        }
        return endpoints;
    }

    private static Endpoint endpoint(String text) {
        Matcher parts = ENDPOINT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("expected NAME=https://HOST[:PORT][/PATH], found '" + text + "'");
        }
        return new Endpoint(parts.group(1), URI.create(parts.group(2)));
    }
}
