package fairlead.cli.schema;

import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.document.Policy;
import fairlead.document.Reference;
import fairlead.document.openapi.ApiType;
import fairlead.document.openapi.OpenApi;
import fairlead.generator.Generated;
import fairlead.generator.Generator;
import fairlead.generator.Size;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on schemas that need no server.
@Command(
        name = "schema",
        synopsisSubcommandLabel = "COMMAND",
        description = "Make documents of a schema in a file: a reference, an IAM policy, examples, OpenAPI.",
        commandListHeading = "%nCommands:%n")
public final class SchemaCommand {

    private SchemaCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new SchemaCommand())
                .addSubcommand(new Docs(session))
                .addSubcommand(new PolicyDocument(session))
                .addSubcommand(new Example(session))
                .addSubcommand(new Description(session));
    }

    private static String pretty(JsonNode json) {
        return Documents.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    @Command(
            name = "docs",
            description = "Write the reference of the type in Markdown, with the classes of its data if there is a"
                    + " registration file beside the schema.")
    static final class Docs implements Callable<Integer> {

        private final Session session;

        @Mixin
        private SchemaDocument file = new SchemaDocument();

        Docs(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            file.write(session, Reference.of(file.read(session), file.data(session)));
            return Exit.OK.code();
        }
    }

    @Command(
            name = "policy",
            description = "Write the IAM policy that the handlers of the type need. Remarks go to standard error.")
    static final class PolicyDocument implements Callable<Integer> {

        private final Session session;

        @Mixin
        private SchemaDocument file = new SchemaDocument();

        @Option(names = "--by-handler", description = "a statement for each handler, instead of one for all")
        private boolean byHandler;

        PolicyDocument(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            var schema = file.read(session);
            Policy policy = byHandler ? Policy.byHandler(schema) : Policy.merged(schema);
            policy.notes().forEach(session::note);
            file.write(session, pretty(policy.document()));
            return Exit.OK.code();
        }
    }

    @Command(
            name = "example",
            description = "Write what a caller could send to make a resource: the same for the same seed.")
    static final class Example implements Callable<Integer> {

        private final Session session;

        @Mixin
        private SchemaDocument file = new SchemaDocument();

        @Option(names = "--seed", paramLabel = "N", description = "which example; 0 if not given")
        private long seed;

        @Option(names = "--count", paramLabel = "N", description = "so many, one a line, with one seed after the other")
        private int count;

        @ArgGroup
        private Extent extent = new Extent();

        static final class Extent {

            @Option(names = "--minimal", description = "only what is required")
            private boolean minimal;

            @Option(names = "--full", description = "all properties that may stand beside each other")
            private boolean full;
        }

        Example(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            Generator generator = Generator.of(file.read(session));
            if (count == 0) {
                file.write(session, pretty(make(generator, seed)));
                return Exit.OK.code();
            }
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < count; i++) {
                lines.append(make(generator, seed + i)).append('\n');
            }
            file.write(session, lines.toString());
            return Exit.OK.code();
        }

        private ObjectNode make(Generator generator, long with) {
            Size size = extent.minimal ? Size.MINIMAL : extent.full ? Size.MAXIMAL : Size.TYPICAL;
            return switch (generator.input(with, size)) {
                case Generated.Made<ObjectNode>(ObjectNode input) -> input;
                case Generated.Impossible<ObjectNode>(String pointer, String reason) ->
                    throw new Refused(Exit.INVALID, "no example can be made: at '" + pointer + "', " + reason);
            };
        }
    }

    @Command(name = "openapi", description = "Write the OpenAPI 3.1 description of the addresses the type would have.")
    static final class Description implements Callable<Integer> {

        private final Session session;

        @Mixin
        private SchemaDocument file = new SchemaDocument();

        @Option(
                names = "--api-version",
                paramLabel = "VERSION",
                defaultValue = "2026-11-01",
                description = "the API version it would have; ${DEFAULT-VALUE} if not given")
        private String apiVersion = "";

        Description(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            OpenApi.writeType(bytes, ApiType.of(file.read(session), apiVersion));
            file.write(session, pretty(Documents.MAPPER.readTree(bytes.toByteArray())));
            return Exit.OK.code();
        }
    }
}
