package fairlead.cli.resource;

import fairlead.cli.http.Request;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option by which a request says what its caller was shown.
final class Previewed {

    @Option(
            names = "--plan",
            paramLabel = "HASH",
            description = "only if it does what the preview showed that gave this hash")
    private Optional<String> hash = Optional.empty();

    /// The request, which says so.
    Request of(Request request) {
        return hash.map(value -> request.with("x-fairlead-plan", value)).orElse(request);
    }
}
