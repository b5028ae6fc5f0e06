package fairlead.cli.session;

import java.util.Optional;

/// The version of this command.
public final class CommandVersion {

    private CommandVersion() {}

    /// As its archive names it; `development` where it runs from classes.
    public static String number() {
        return Optional.ofNullable(CommandVersion.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
