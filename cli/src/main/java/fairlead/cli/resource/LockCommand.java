package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.ScopeOptions;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "lock",
        description = "List the locks on a group, a resource or a subscription and in it, or show, set or remove one.")
public final class LockCommand implements Callable<Integer> {

    private static final String QUERY = "?api-version=2016-09-01";

    private final Session session;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "the one to show, set or remove")
    private Optional<String> name = Optional.empty();

    /// What a lock forbids.
    enum Forbid {
        DELETE,
        CHANGE
    }

    @Option(
            names = "--forbid",
            paramLabel = "WHAT",
            description = "set it: delete (CanNotDelete), or change, which forbids both (ReadOnly)")
    private Optional<Forbid> forbid = Optional.empty();

    @Option(names = "--notes", paramLabel = "TEXT", description = "why, for who meets it")
    private Optional<String> notes = Optional.empty();

    @Option(names = "--remove", description = "remove it; one that is not there is no error")
    private boolean remove;

    @Mixin
    private ScopeOptions place = new ScopeOptions();

    @Mixin
    private Output output = new Output();

    public LockCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        boolean changes = remove || forbid.isPresent();
        if (name.isEmpty() && changes) {
            throw new Refused(Exit.USAGE, "the name of the lock is missing");
        }
        if (remove && forbid.isPresent()) {
            throw new Refused(Exit.USAGE, "--remove and --forbid exclude each other");
        }
        String locks = place.id(session) + "/providers/Microsoft.Authorization/locks";
        if (name.isEmpty()) {
            all(new Pages(session, locks + QUERY, Integer.MAX_VALUE));
        } else {
            one(locks + "/" + Address.encode(name.get()) + QUERY, name.get());
        }
        return Exit.OK.code();
    }

    private void all(Pages pages) throws InterruptedException {
        if (output.json()) {
            pages.printJson();
            return;
        }
        Table table = new Table().key("NAME").column("FORBIDS").column("ON").column("NOTES");
        pages.trees()
                .forEach(lock -> table.row(Outline.scalar(lock.path("name")), forbids(lock), on(lock), notes(lock)));
        session.print(table);
    }

    private void one(String path, String lock) throws InterruptedException {
        if (remove) {
            session.server().ask(Request.delete(path));
            session.done("lock " + lock + " removed");
            return;
        }
        Answer answer = session.server().ask(forbid.map(what -> set(path, what)).orElseGet(() -> Request.get(path)));
        if (output.json()) {
            session.print(answer.body());
        } else if (forbid.isPresent()) {
            session.done("lock " + lock + " set: it forbids " + forbids(answer.json()));
        } else {
            JsonNode json = answer.json();
            session.out().println(lock + " forbids " + forbids(json) + " on " + on(json) + "  " + notes(json));
        }
    }

    private Request set(String path, Forbid what) {
        ObjectNode body = Documents.MAPPER.createObjectNode();
        ObjectNode properties =
                body.putObject("properties").put("level", what == Forbid.DELETE ? "CanNotDelete" : "ReadOnly");
        notes.ifPresent(text -> properties.put("notes", text));
        return Documents.request(Request.Method.PUT, path, body);
    }

    private static String forbids(JsonNode lock) {
        return lock.at("/properties/level").asString("").equals("ReadOnly") ? "change and delete" : "delete";
    }

    private static String notes(JsonNode lock) {
        return Outline.scalar(lock.at("/properties/notes"));
    }

    private static String on(JsonNode lock) {
        return lock.path("id").asString("").replaceFirst("(?i)/providers/Microsoft.Authorization/locks/.*", "");
    }
}
