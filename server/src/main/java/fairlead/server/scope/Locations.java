package fairlead.server.scope;

import java.util.List;
import java.util.Locale;

/// The places where resources can be, by configuration; where none is configured, any well-formed name is one.
///
/// "whitespace and case ignored on input": `West US` and `westus` are the same.
public final class Locations {

    private final List<String> configured;

    public Locations(List<String> configured) {
        this.configured = configured.stream().map(Locations::normal).toList();
    }

    /// The form that is stored and returned.
    public static String normal(String location) {
        return location.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    public boolean has(String location) {
        String name = normal(location);
        return configured.isEmpty() ? name.matches("[a-z][a-z0-9-]{0,63}") : configured.contains(name);
    }

    /// What can be offered to a caller who asks where: `local` if anything goes.
    public List<String> offered() {
        return configured.isEmpty() ? List.of("local") : configured;
    }
}
