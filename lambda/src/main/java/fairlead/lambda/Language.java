package fairlead.lambda;

import java.util.Arrays;
import java.util.Optional;

/// The languages of providers, with what the host has to know of each.
public enum Language {
    JAVA("java", "a JDK or JRE (https://adoptium.net)"),
    PYTHON("python3", "Python 3 (https://www.python.org)"),
    NODE("node", "Node.js (https://nodejs.org)"),
    /// Go, and whatever else is a program that speaks the Runtime API by itself.
    NATIVE("", "");

    private final String command;
    private final String product;

    Language(String command, String product) {
        this.command = command;
        this.product = product;
    }

    /// The program that runs it; empty if it runs by itself.
    String command() {
        return command;
    }

    /// What to install where the program is missing.
    String product() {
        return product;
    }

    /// That which a command runs, `python3` for example.
    public static Optional<Language> ofCommand(String command) {
        return Arrays.stream(values())
                .filter(language -> !command.isEmpty() && language.command.equals(command))
                .findFirst();
    }

    /// That of a Lambda runtime, `python3.12` for example.
    static Optional<Language> ofRuntime(String runtime) {
        if (runtime.startsWith("java")) {
            return Optional.of(JAVA);
        }
        if (runtime.startsWith("python")) {
            return Optional.of(PYTHON);
        }
        if (runtime.startsWith("nodejs")) {
            return Optional.of(NODE);
        }
        boolean program = runtime.startsWith("go") || runtime.startsWith("provided");
        return program ? Optional.of(NATIVE) : Optional.empty();
    }
}
