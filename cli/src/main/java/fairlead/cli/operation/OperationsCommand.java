package fairlead.cli.operation;

import fairlead.cli.address.Address;
import fairlead.cli.address.LimitOptions;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Problem;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Request;
import fairlead.cli.http.ServerCode;
import fairlead.cli.session.ErrorOutput;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import fairlead.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "operations",
        description = "List what the server has done and is doing, the newest first, or show one operation.")
public final class OperationsCommand implements Callable<Integer> {

    private static final String API_VERSION = "2021-04-01";
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "the one to show: its name, path or URL")
    private Optional<String> id = Optional.empty();

    @Option(
            names = {"-w", "--watch"},
            description = "one: wait until it has ended, and exit as it ended; all: go on showing them")
    private boolean watch;

    @Option(names = "--cancel", description = "one: ask it to stop, and wait until it has ended")
    private boolean cancel;

    @Option(names = "--logs", description = "one: what the processes of its provider have printed, and nothing else")
    private boolean logs;

    @Mixin
    private LimitOptions newest = new LimitOptions();

    @Mixin
    private Output output = new Output();

    public OperationsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (id.isPresent()) {
            if (id.get().isBlank()) {
                throw new ParameterException(spec.commandLine(), "an operation's name is expected, found an empty one");
            }
            if (logs) {
                return logs(url(id.get()));
            }
            return cancel ? cancel(url(id.get())) : one(url(id.get()));
        }
        if (cancel || logs) {
            String purpose = cancel ? "to cancel" : "whose logs are asked for";
            throw new ParameterException(spec.commandLine(), "the name of the operation " + purpose + " is missing");
        }
        Pages pages = new Pages(session, collection() + query("&$top=" + newest.limit()), newest.limit());
        if (output.json()) {
            pages.printJson();
        } else if (watch) {
            follow(pages);
        } else {
            session.print(table(operations(pages)));
        }
        return Exit.OK.code();
    }

    private String collection() {
        String account = newest.subscription(session.env());
        return "/subscriptions/" + Address.encode(account) + "/operationStatuses";
    }

    private static String query(String more) {
        return "?api-version=" + API_VERSION + more;
    }

    private String url(String given) {
        if (given.startsWith("/") || given.startsWith("http://") || given.startsWith("https://")) {
            return given.contains("?") ? given : given + query("");
        }
        return collection() + "/" + Address.encode(given) + query("");
    }

    private int cancel(String url) throws InterruptedException {
        int query = url.indexOf('?');
        String path = url.substring(0, query) + "/cancel" + url.substring(query);
        session.server().ask(Request.post(path));
        try {
            Waiting.until(session, url, Optional.empty(), "Canceling operation " + id.orElse(""));
            session.done("the operation had succeeded before it could be canceled");
        } catch (ProblemException ended) {
            if (!ServerCode.OPERATION_CANCELED.isOf(ended.problem())) {
                throw ended;
            }
            session.done("operation canceled");
        }
        return Exit.OK.code();
    }

    private int one(String url) throws InterruptedException {
        if (watch) {
            Waiting.until(session, url, Optional.empty(), "Operation " + id.orElse(""));
        }
        Answer answer = session.server().get(url);
        if (output.json()) {
            session.print(answer.body());
            return Exit.OK.code();
        }
        Operation operation = new Operation(answer.json());
        line("Operation", operation.name());
        line("Kind", operation.kind());
        line("Plane", operation.plane());
        line("Resource", operation.resource());
        line("Status", session.outPalette().state(operation.status()));
        line("Progress", percent(operation));
        line("Started", Ages.since(operation.startTime(), now()) + " ago");
        line("Took", operation.took(now()));
        Optional<Problem> problem = operation.problem();
        problem.ifPresent(told -> {
            session.out().flush();
            ErrorOutput.print(session, told);
        });
        return Exit.OK.code();
    }

    private int logs(String url) throws InterruptedException {
        Optional<ProblemException> failed = Optional.empty();
        if (watch) {
            try {
                Waiting.until(session, url, Optional.empty(), "Operation " + id.orElse(""));
            } catch (ProblemException ended) {
                failed = Optional.of(ended);
            }
        }
        Answer answer = session.server().get(url + "&$expand=log");
        if (output.json()) {
            session.print(answer.body());
        } else {
            print(answer.json().path("log"));
        }
        session.out().flush();
        if (failed.isPresent()) {
            throw failed.get();
        }
        return Exit.OK.code();
    }

    private void print(JsonNode log) {
        long omitted = log.path("omittedCharacters").asLong(0);
        String text = log.path("text").asString("");
        if (omitted > 0) {
            session.note("the first " + omitted + " characters are no longer kept");
        }
        if (text.isEmpty()) {
            session.note("nothing was printed; only what the processes of providers print is kept with an operation");
        }
        session.print(text.lines().map(Text::line).toList());
    }

    private void line(String label, String value) {
        if (!value.isEmpty()) {
            session.out().println(Text.pad(label, 11) + value);
        }
    }

    private static List<Operation> operations(Pages pages) throws InterruptedException {
        return pages.trees().stream().map(Operation::new).toList();
    }

    private Table table(List<Operation> operations) {
        Table table = new Table()
                .column("RESOURCE")
                .column("KIND")
                .column("PLANE")
                .column("STATUS", session.outPalette()::state)
                .right("TOOK")
                .right("AGE")
                .key("OPERATION");
        operations.forEach(operation -> table.row(
                operation.resource(),
                operation.kind(),
                operation.plane(),
                state(operation),
                operation.took(now()),
                Ages.since(operation.startTime(), now()),
                operation.name()));
        return table;
    }

    private static String state(Operation operation) {
        return operation.ended() ? operation.status() : (operation.status() + " " + percent(operation)).strip();
    }

    private static String percent(Operation operation) {
        return operation.percent().map(done -> Math.round(done) + " %").orElse("");
    }

    private Instant now() {
        return session.env().clock().instant();
    }

    /// Shows them until interrupted: on a terminal the same table again and again, else a line for each change.
    private void follow(Pages pages) throws InterruptedException {
        Map<String, String> shown = new HashMap<>();
        int above = 0;
        while (true) {
            List<Operation> operations = operations(pages);
            if (session.env().terminal().out()) {
                above = redraw(table(operations).lines(session.env().terminal().width(), session.outPalette()), above);
            } else {
                operations.reversed().forEach(operation -> change(operation, shown));
            }
            session.out().flush();
            session.env().pause().pause(EVERY);
        }
    }

    private int redraw(List<String> lines, int above) {
        session.out().print(above > 0 ? "\u001b[" + above + "A\u001b[J" : "");
        session.print(lines);
        return lines.size();
    }

    private void change(Operation operation, Map<String, String> shown) {
        String state = state(operation);
        if (!state.equals(shown.put(operation.name(), state))) {
            session.out().println(String.join("  ", operation.name(), operation.kind(), operation.resource(), state));
        }
    }
}
