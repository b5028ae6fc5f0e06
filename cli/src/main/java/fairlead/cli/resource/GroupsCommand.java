package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.operation.Waiting;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "groups", aliases = "group", description = "List the resource groups, or show, make or delete one.")
public final class GroupsCommand implements Callable<Integer> {

    private static final String QUERY = "?api-version=2021-04-01";

    private final Session session;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "the one to show, make or delete")
    private Optional<String> name = Optional.empty();

    @ArgGroup
    private Verb verb = new Verb();

    /// At most one of them.
    static final class Verb {
        @Option(names = "--make", description = "make it; one that is there stays")
        private boolean make;

        @Option(names = "--delete", description = "delete it and everything in it")
        private boolean delete;
    }

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask before deleting; required where no terminal can answer")
    private boolean yes;

    @Option(
            names = "--location",
            paramLabel = "NAME",
            description = "where it is to be (FAIRLEAD_LOCATION, else local)")
    private Optional<String> location = Optional.empty();

    @Option(
            names = "--tag",
            paramLabel = "NAME[=VALUE]",
            description = "with --make one of its tags; in a list only those that have it")
    private List<String> tags = new ArrayList<>();

    @Option(names = "--if-match", paramLabel = "ETAG", description = "delete it only if it is still as this ETag says")
    private Optional<String> ifMatch = Optional.empty();

    @Option(names = "--subscription", paramLabel = "ID", description = "the subscription (FAIRLEAD_SUBSCRIPTION)")
    private Optional<String> subscription = Optional.empty();

    @Mixin
    private Output output = new Output();

    public GroupsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        String collection =
                "/subscriptions/" + Address.encode(Scope.subscription(session.env(), subscription)) + "/resourcegroups";
        if (name.isPresent()) {
            one(collection + "/" + Address.encode(name.get()) + QUERY, name.get());
        } else if (verb.make || verb.delete) {
            throw new Refused(Exit.USAGE, "the name of the group is missing");
        } else {
            all(new Pages(session, collection + QUERY + filter(), Integer.MAX_VALUE));
        }
        return Exit.OK.code();
    }

    private String filter() {
        if (tags.isEmpty()) {
            return "";
        }
        if (tags.size() > 1) {
            throw new Refused(Exit.USAGE, "a list is filtered by one tag only");
        }
        String[] tag = tags.getFirst().replace("'", "''").split("=", 2);
        String value = tag.length > 1 ? " and tagValue eq '" + tag[1] + "'" : "";
        return "&$filter=" + Address.encode("tagName eq '" + tag[0] + "'" + value);
    }

    private void all(Pages pages) throws InterruptedException {
        if (output.json()) {
            pages.printJson();
            return;
        }
        Table table = new Table().key("NAME").column("LOCATION").column("TAGS");
        pages.trees()
                .forEach(group -> table.row(
                        Outline.scalar(group.path("name")),
                        Outline.scalar(group.path("location")),
                        ResourceView.tags(group)));
        session.print(table);
    }

    private void one(String path, String group) throws InterruptedException {
        if (verb.delete) {
            delete(path, group);
            return;
        }
        Answer answer = session.server().ask(verb.make ? make(path) : Request.get(path));
        if (verb.make) {
            session.done("group " + group + (answer.status() == 201 ? " made" : " is there"));
        }
        ResourceView.print(session, output, answer);
    }

    private void delete(String path, String group) throws InterruptedException {
        String question = "Delete the group " + group + " and everything in it?";
        if (!yes && !DeleteCommand.confirmed(session, question)) {
            session.note("nothing was deleted");
            return;
        }
        Request request = Request.delete(path);
        Answer accepted = session.server()
                .ask(ifMatch.map(etag -> request.with("If-Match", etag)).orElse(request));
        Optional<String> operation = accepted.header("Azure-AsyncOperation");
        if (operation.isPresent()) {
            Waiting.until(session, operation.get(), accepted.retryAfter(), "Deleting group " + group);
        }
        session.done("group " + group + " deleted");
    }

    private Request make(String path) {
        ObjectNode body = Documents.MAPPER.createObjectNode();
        body.put("location", Scope.location(session.env(), location));
        if (!tags.isEmpty()) {
            ObjectNode wanted = body.putObject("tags");
            for (String tag : tags) {
                String[] parts = tag.split("=", 2);
                wanted.put(parts[0], parts.length > 1 ? parts[1] : "");
            }
        }
        return Documents.request(Request.Method.PUT, path, body);
    }
}
