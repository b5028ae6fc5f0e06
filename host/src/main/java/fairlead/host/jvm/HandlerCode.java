package fairlead.host.jvm;

import java.nio.file.Path;
import java.util.List;

/// Of what a handler is made.
///
/// @param folder where the jars are
public record HandlerCode(String className, Path folder, List<Path> jars) {

    public HandlerCode {
        jars = List.copyOf(jars);
    }
}
