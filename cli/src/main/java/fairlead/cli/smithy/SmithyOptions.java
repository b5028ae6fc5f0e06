package fairlead.cli.smithy;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options by which the resources of a Smithy model become types without handler code.
public final class SmithyOptions {

    @Option(
            names = "--smithy",
            paramLabel = "MODEL",
            description = "serve the resources of this Smithy model, IDL or JSON, by the service at --endpoint: without"
                    + " a handler")
    private Optional<Path> model = Optional.empty();

    @Option(names = "--overlay", paramLabel = "FILE", description = "adds traits to the model; may be repeated")
    private List<Path> overlays = new ArrayList<>();

    @Option(names = "--endpoint", paramLabel = "URL", description = "where the service of the model is")
    private Optional<String> endpoint = Optional.empty();

    @Option(names = "--service", paramLabel = "NAME", description = "which service of the model, if it has several")
    private String service = "";

    @Option(
            names = "--resource",
            paramLabel = "NAME",
            description = "only this resource of the service; may be repeated (else all that can be managed)")
    private List<String> resources = new ArrayList<>();

    @Option(
            names = "--organization",
            paramLabel = "NAME",
            description = "what the names of the types begin with (AWS, if the service has aws.api#service)")
    private Optional<String> organization = Optional.empty();

    @Option(names = "--auth", paramLabel = "HOW", description = "how requests count: none (usual), bearer or sigv4")
    private String auth = "none";

    @Option(names = "--region", paramLabel = "NAME", description = "the region that requests are signed for")
    private Optional<String> region = Optional.empty();

    @Option(
            names = "--credential",
            paramLabel = "KEY=REFERENCE",
            description = "where a credential is: token, accessKeyId, secretAccessKey or sessionToken, at env:NAME,"
                    + " file:PATH or configuration:NAME (else in the server's usual environment variables)")
    private Map<String, String> credentials = new LinkedHashMap<>();

    public boolean isGiven() {
        return model.isPresent();
    }

    public List<Path> files() {
        List<Path> files = new ArrayList<>();
        model.ifPresent(files::add);
        files.addAll(overlays);
        return files;
    }

    public String endpoint() {
        return endpoint.orElseThrow(() -> new Refused(Exit.USAGE, "--smithy needs --endpoint: where the service is"));
    }

    public String service() {
        return service;
    }

    public Optional<String> organization() {
        return organization;
    }

    public boolean wants(String resource) {
        return resources.isEmpty() || resources.contains(resource);
    }

    public String auth() {
        return auth;
    }

    public Optional<String> region() {
        return region;
    }

    /// Where credentials are, by what they are.
    public Map<String, String> credentials() {
        Map<String, String> all = new LinkedHashMap<>();
        switch (auth) {
            case "sigv4" -> {
                all.put("accessKeyId", "env:AWS_ACCESS_KEY_ID");
                all.put("secretAccessKey", "env:AWS_SECRET_ACCESS_KEY");
            }
            case "bearer" -> all.put("token", "env:FAIRLEAD_SERVICE_TOKEN");
            default -> {}
        }
        all.putAll(credentials);
        return all;
    }
}
