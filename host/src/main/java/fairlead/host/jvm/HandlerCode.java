package fairlead.host.jvm;

import fairlead.host.DeclaredNeeds;
import java.nio.file.Path;
import java.util.List;

/// Of what a handler is made.
///
/// @param folder where the jars are
/// @param needs what it asks for of the machine
public record HandlerCode(String className, Path folder, List<Path> jars, DeclaredNeeds needs) {

    public HandlerCode {
        jars = List.copyOf(jars);
    }
}
