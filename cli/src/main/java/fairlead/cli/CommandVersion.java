package fairlead.cli;

import java.util.Optional;

/// The version of this command.
final class CommandVersion {

    private CommandVersion() {}

    /// As its archive names it; `development` where it runs from classes.
    static String number() {
        return Optional.ofNullable(CommandVersion.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
