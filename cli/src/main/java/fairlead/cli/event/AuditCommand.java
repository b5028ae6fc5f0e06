package fairlead.cli.event;

import fairlead.cli.address.Address;
import fairlead.cli.address.LimitOptions;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "audit",
        synopsisSubcommandLabel = "[COMMAND]",
        description = "List who changed what, the newest first; or verify that it is as it was written.",
        commandListHeading = "%nCommands:%n")
public final class AuditCommand implements Callable<Integer> {

    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([smhd])");

    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--resource", paramLabel = "ID", description = "only what was done to this resource: its id")
    private Optional<String> resource = Optional.empty();

    @Option(
            names = "--correlation",
            paramLabel = "ID",
            description = "only what belongs together: an answer's x-ms-correlation-request-id")
    private Optional<String> correlation = Optional.empty();

    @Option(names = "--since", paramLabel = "TIME", description = "30m, 12h or 7d ago, or 2026-11-21T14:00:00Z")
    private Optional<String> since = Optional.empty();

    @Option(names = "--until", paramLabel = "TIME", description = "the same, for the end")
    private Optional<String> until = Optional.empty();

    @Option(names = "--types", description = "what was done to types, which belong to no subscription")
    private boolean types;

    @Mixin
    private LimitOptions newest = new LimitOptions();

    @Mixin
    private Output output = new Output();

    private AuditCommand(Session session) {
        this.session = session;
    }

    public static CommandLine of(Session session) {
        return new CommandLine(new AuditCommand(session))
                .addSubcommand(new AuditLogCommands.Verify(session))
                .addSubcommand(new AuditLogCommands.Checkpoint(session))
                .addSubcommand(new AuditLogCommands.Erase(session));
    }

    @Override
    public Integer call() throws InterruptedException {
        Pages pages = new Pages(session, address(), newest.limit());
        if (output.json()) {
            pages.printJson();
            return Exit.OK.code();
        }
        Table table = new Table()
                .column("DEED")
                .column("BY")
                .column("RESOURCE")
                .right("AGE")
                .key("CORRELATION");
        pages.trees().forEach(deed -> row(table, deed));
        session.print(table);
        return Exit.OK.code();
    }

    private void row(Table table, JsonNode deed) {
        table.row(
                deed.path("eventName").asString(""),
                deed.at("/userIdentity/userName").asString(""),
                deed.at("/resources/0/ARN").asString(""),
                Ages.since(
                        deed.path("eventTime").asString(""),
                        session.env().clock().instant()),
                deed.path("correlationID").asString(""));
    }

    private String address() {
        StringBuilder address = new StringBuilder("/fairlead/audit?$top=").append(newest.limit());
        if (!types) {
            add(address, "subscription", Optional.of(newest.subscription(session.env())));
        }
        add(address, "resource", resource);
        add(address, "correlationId", correlation);
        add(address, "from", since.map(time -> time("--since", time)));
        add(address, "until", until.map(time -> time("--until", time)));
        return address.toString();
    }

    private static void add(StringBuilder address, String name, Optional<String> value) {
        value.ifPresent(text -> address.append('&').append(name).append('=').append(Address.encode(text)));
    }

    private String time(String option, String text) {
        Matcher age = AGE.matcher(text);
        if (age.matches()) {
            ChronoUnit unit = switch (age.group(2)) {
                case "s" -> ChronoUnit.SECONDS;
                case "m" -> ChronoUnit.MINUTES;
                case "h" -> ChronoUnit.HOURS;
                default -> ChronoUnit.DAYS;
            };
            Duration ago = Duration.of(Long.parseLong(age.group(1)), unit);
            return session.env().clock().instant().minus(ago).toString();
        }
        try {
            return Instant.parse(text).toString();
        } catch (DateTimeException notOne) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + ": expected 30m, 12h, 7d or a time such as 2026-11-21T14:00:00Z, found '" + text + "'",
                    notOne);
        }
    }
}
