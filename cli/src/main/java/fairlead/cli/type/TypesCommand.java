package fairlead.cli.type;

import fairlead.cli.address.Types;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.input.Schema;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

@Command(name = "types", description = "List the types, show the properties of one, or choose its default version.")
public final class TypesCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", arity = "0..1", paramLabel = "TYPE", description = "the one to show")
    private Optional<String> type = Optional.empty();

    @Option(
            names = "--default",
            paramLabel = "VERSION",
            description = "make this version of the type the default, 00000001 for example")
    private Optional<String> preferred = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private Output output = new Output();

    public TypesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (preferred.isPresent()) {
            choose(preferred.get());
        } else if (type.isPresent()) {
            one(new Types(session.server()).entry(type.get()));
        } else if (output.json()) {
            new Pages(session, "/fairlead/types", Integer.MAX_VALUE).printJson();
        } else {
            all(new Pages(session, "/fairlead/types", Integer.MAX_VALUE).trees());
        }
        return Exit.OK.code();
    }

    private void choose(String version) throws InterruptedException {
        Types types = new Types(session.server());
        String name = types.typeName(type.orElseThrow(
                () -> new ParameterException(spec.commandLine(), "--default needs the type whose version it is")));
        JsonNode choice = JsonNodeFactory.instance.objectNode().put("version", version);
        session.server().ask(Documents.request(Request.Method.PUT, Types.path(name) + "/defaultVersion", choice));
        session.done(name + " version " + version + " is the default");
    }

    private void all(List<JsonNode> types) {
        Table table = new Table()
                .key("TYPE")
                .column("ARM TYPE")
                .column("API VERSION")
                .column("SOURCE")
                .column("HANDLERS")
                .right("RESOURCES");
        types.stream()
                .sorted(Comparator.comparing(type -> text(type, "typeName")))
                .forEach(type -> table.row(
                        text(type, "typeName"),
                        text(type, "armType"),
                        Types.defaultApiVersion(type),
                        source(type),
                        handlers(type),
                        text(type, "resources")));
        session.print(table);
    }

    /// Where it comes from; and instead that its default version was registered without contract tests, if so.
    private static String source(JsonNode type) {
        if (type.path("simulated").asBoolean(false)) {
            return "simulated";
        }
        if (type.has("madeOf")) {
            return "template";
        }
        if (type.path("modelDriven").asBoolean(false)) {
            return "model-driven";
        }
        boolean untested = text(Types.defaultVersion(type), "tested").equals("false");
        return untested ? "untested" : text(type, "source");
    }

    private static String handlers(JsonNode type) {
        return type.path("handlers").valueStream().map(Outline::scalar).collect(Collectors.joining(" "));
    }

    private static String text(JsonNode type, String name) {
        return Outline.scalar(type.path(name));
    }

    private void one(JsonNode entry) throws InterruptedException {
        Answer answer = session.server().get(Types.path(text(entry, "typeName")));
        if (output.json()) {
            session.print(answer.body());
            return;
        }
        JsonNode type = answer.json();
        JsonNode schema = type.path("schema");
        session.out().println(session.outPalette().bold(text(type, "typeName")) + "  " + text(schema, "description"));
        line("ARM type", text(type, "armType"));
        line("Versions", versions(type));
        line("Parent", text(type, "parent"));
        line("Source", text(type, "source"));
        line("Tested", tests(Types.defaultVersion(type)));
        line("Handlers", handlers(type));
        line("Resources", text(type, "resources"));
        line("Configured", configuration(type.path("configuration")));
        session.out().println();
        session.print(new PropertyTable(new Schema(schema)).table());
    }

    private String tests(JsonNode version) {
        JsonNode tests = version.path("tests");
        if (tests.isObject()) {
            return "%s rules held, %s skipped, at %s"
                    .formatted(text(tests, "passed"), text(tests, "skipped"), text(tests, "at"));
        }
        return version.has("tested") ? session.outPalette().yellow("no: it was registered with --skip-tests") : "";
    }

    /// What is set, and what has to be; never to what.
    private String configuration(JsonNode configuration) {
        String state = configuration
                .path("properties")
                .valueStream()
                .map(property -> {
                    boolean set = property.path("set").asBoolean(false);
                    String otherwise = property.path("required").asBoolean(false) ? "missing" : "not set";
                    return text(property, "name") + " " + (set ? "set" : otherwise);
                })
                .collect(Collectors.joining(", "));
        return configuration.path("valid").asBoolean(true)
                ? state
                : session.outPalette().yellow(state);
    }

    private void line(String label, String value) {
        if (!value.isEmpty()) {
            session.out().printf("%-11s%s%n", label, value);
        }
    }

    private static String versions(JsonNode type) {
        JsonNode preferred = type.path("defaultVersion");
        return type.path("versions")
                .valueStream()
                .map(version -> text(version, "version") + " (api-version " + text(version, "apiVersion")
                        + (version.path("version").equals(preferred) ? ", default)" : ")"))
                .collect(Collectors.joining(", "));
    }
}
