package fairlead.host.jvm;

import fairlead.host.DeclaredVariables;
import java.nio.file.Path;
import java.util.List;

/// Of what a handler is made.
///
/// @param folder where the jars are
/// @param variables of the server's environment that it asks for
public record HandlerCode(String className, Path folder, List<Path> jars, DeclaredVariables variables) {

    public HandlerCode {
        jars = List.copyOf(jars);
    }
}
