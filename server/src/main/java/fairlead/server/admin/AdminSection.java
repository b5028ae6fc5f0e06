package fairlead.server.admin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What is below `/fairlead`.
public enum AdminSection {
    TYPES,
    IMPORTS,
    SIMULATIONS,
    RESOURCES,
    GRAPH,
    AUDIT,
    DOCUMENTS,
    VERSION,
    HEALTH,
    CHECK,
    SEAL,
    TARGETS;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<AdminSection> of(String word) {
        return Arrays.stream(values())
                .filter(section -> section.word().equals(word))
                .findFirst();
    }
}
