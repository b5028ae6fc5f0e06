package fairlead.cli.type;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options by which a template becomes the handler of a type.
final class TemplateOptions {

    @Option(
            names = "--template",
            paramLabel = "FILE",
            description =
                    "make the type of other types: its handler is this CloudFormation template, whose parameters are"
                            + " its properties and whose outputs are its read-only ones")
    private Optional<Path> template = Optional.empty();

    @Option(
            names = "--type",
            paramLabel = "NAME",
            description = "with --template: what the type is called, Organization::Service::Resource")
    private Optional<String> type = Optional.empty();

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description = "with --template: write schema.json, fairlead.json and template.yaml there, to be edited and"
                    + " registered from there, and register nothing")
    private Optional<Path> written = Optional.empty();

    boolean areGiven() {
        return template.isPresent() || type.isPresent() || written.isPresent();
    }

    Optional<Path> template() {
        return template;
    }

    Optional<String> type() {
        return type;
    }

    Optional<Path> written() {
        return written;
    }
}
