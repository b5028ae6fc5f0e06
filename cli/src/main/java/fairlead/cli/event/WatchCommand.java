package fairlead.cli.event;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.http.UnreachableException;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "watch",
        description = {
            "Show what happens to resources and to the operations on them, while it happens.",
            "A lost connection is taken up again where it was."
        })
public final class WatchCommand implements Callable<Integer> {

    private static final int LONG = 30;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private final Session session;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SCOPE",
            description = "a group's name, or the id of a subscription, group or resource (else the subscription)")
    private Optional<String> scope = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "TOKEN",
            description = "what happened behind that: an event's id, a list's x-fairlead-watch, or oldest (else now)")
    private Optional<String> from = Optional.empty();

    @Option(names = "--type", paramLabel = "TYPE", description = "only of this type; repeatable")
    private List<String> types = new ArrayList<>();

    @Option(names = "--kind", paramLabel = "KIND", description = "only these: resource, operation or approval")
    private Optional<String> kind = Optional.empty();

    @Option(
            names = "--change",
            paramLabel = "CHANGE",
            description = "only these: Creating, Succeeded, Deleted, ...; repeatable")
    private List<String> changes = new ArrayList<>();

    @Option(names = "--count", paramLabel = "COUNT", description = "end when so many are shown")
    private int count = Integer.MAX_VALUE;

    @Option(names = "--subscription", paramLabel = "ID", description = "the subscription (FAIRLEAD_SUBSCRIPTION)")
    private Optional<String> subscription = Optional.empty();

    @Mixin
    private Output output = new Output();

    private boolean lost;

    public WatchCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        String address = address();
        JsonNode page = session.server().get(address + from(from, 0)).json();
        int shown = show(page.path("events"), 0);
        String next = page.path("next").asString("");
        while (shown < count) {
            Optional<JsonNode> more = poll(address + from(Optional.of(next), LONG));
            if (more.isPresent()) {
                shown = show(more.get().path("events"), shown);
                next = more.get().path("next").asString("");
            }
        }
        return Exit.OK.code();
    }

    /// The next page; none if the server can't be reached for now. That it could be reached before is why it is worth
    /// waiting for.
    private Optional<JsonNode> poll(String address) throws InterruptedException {
        try {
            JsonNode page = session.server().get(address).json();
            if (lost) {
                session.note("connected again");
            }
            lost = false;
            return Optional.of(page);
        } catch (UnreachableException away) {
            if (!lost) {
                session.note(away.getMessage() + "; trying again");
            }
            lost = true;
            session.env().pause().pause(PAUSE);
            return Optional.empty();
        }
    }

    private static String from(Optional<String> token, int wait) {
        return "&wait=" + wait
                + token.map(text -> "&from=" + Address.encode(text)).orElse("");
    }

    private String address() {
        StringBuilder address = new StringBuilder("/fairlead/watch?scope=").append(Address.encode(scope()));
        add(address, "type", types);
        add(address, "kind", kind.map(List::of).orElse(List.of()));
        add(address, "change", changes);
        return address.toString();
    }

    private String scope() {
        String account = "/subscriptions/" + Scope.subscription(session.env(), subscription);
        return scope.map(text -> text.startsWith("/") ? text : account + "/resourceGroups/" + text)
                .orElse(account);
    }

    private static void add(StringBuilder address, String name, List<String> values) {
        if (!values.isEmpty()) {
            address.append('&').append(name).append('=').append(Address.encode(String.join(",", values)));
        }
    }

    private int show(JsonNode events, int before) {
        int shown = before;
        for (JsonNode event : events) {
            if (shown < count) {
                session.out().println(output.json() ? event.toString() : line(event));
                shown++;
            }
        }
        session.out().flush();
        return shown;
    }

    private String line(JsonNode event) {
        String change = event.path("change").asString("");
        String more = event.at("/error/message").asString(event.path("message").asString(""));
        return String.join(
                        "  ",
                        time(event.path("time").asString("")),
                        Text.pad(event.path("kind").asString(""), 9),
                        session.outPalette().state(Text.pad(change, 10)),
                        Text.line(event.path("resourceId").asString("")),
                        Text.line(more))
                .stripTrailing();
    }

    private static String time(String text) {
        return text.isEmpty() ? "" : TIME.format(Instant.parse(text));
    }
}
