package fairlead.cli.access;

import fairlead.cli.address.Address;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on devices that ask to act for the person at the command line.
@Command(
        name = "device",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Let a program without a browser act for you, or not.",
            "Approve codes of programs alone that you have started yourself: they may do what you may."
        },
        commandListHeading = "%nCommands:%n")
public final class DeviceCommand {

    private DeviceCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new DeviceCommand())
                .addSubcommand(new Show(session))
                .addSubcommand(new Approve(session))
                .addSubcommand(new Deny(session));
    }

    private static String path(String code) {
        return "/fairlead/device/" + Address.encode(code);
    }

    private static JsonNode decide(Session session, String code, boolean approved) throws InterruptedException {
        ObjectNode wish = Documents.MAPPER.createObjectNode().put("approved", approved);
        return session.server()
                .ask(Documents.request(Request.Method.POST, path(code), wish))
                .json();
    }

    private static String described(JsonNode device) {
        return device.path("client").asString("") + ", asked at "
                + device.path("askedAt").asString("") + " from "
                + device.path("address").asString("");
    }

    @Command(name = "show", description = "Show which program asks under a code.")
    static final class Show implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "CODE", description = "the code that the program shows")
        private String code = "";

        @Mixin
        private Output output = new Output();

        Show(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            var answer = session.server().get(path(code));
            if (output.json()) {
                session.print(answer.body());
            } else {
                session.out().println(described(answer.json()));
            }
            return Exit.OK.code();
        }
    }

    @Command(name = "approve", description = "Let the program act for you, for twelve hours.")
    static final class Approve implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "CODE", description = "the code that the program shows")
        private String code = "";

        Approve(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.done("approved: " + described(decide(session, code, true)));
            return Exit.OK.code();
        }
    }

    @Command(name = "deny", description = "Tell the program that it may not.")
    static final class Deny implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "CODE", description = "the code that the program shows")
        private String code = "";

        Deny(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.done("denied: " + described(decide(session, code, false)));
            return Exit.OK.code();
        }
    }
}
