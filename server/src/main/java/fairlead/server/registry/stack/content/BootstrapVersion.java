package fairlead.server.registry.stack.content;

import java.util.Optional;
import java.util.regex.Pattern;

/// The version of the resources by which the AWS CDK prepares an account: it asks for it, and needs none of them here.
public final class BootstrapVersion {

    /// As new as all that the CDK asks for.
    private static final String VERSION = "30";

    private static final Pattern NAME = Pattern.compile("/cdk-bootstrap/[^/]+/version");

    private BootstrapVersion() {}

    /// The value of a parameter of the Systems Manager Parameter Store; empty for any other than this.
    public static Optional<String> of(String name) {
        return NAME.matcher(name).matches() ? Optional.of(VERSION) : Optional.empty();
    }
}
