package fairlead.cli.resource;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "tags",
        description = "Show or change the tags of a group, a resource or a subscription; no handler is called.")
public final class TagsCommand implements Callable<Integer> {

    private static final String QUERY = "?api-version=2021-04-01";

    private final Session session;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "one tag; the others stay")
    private List<String> set = new ArrayList<>();

    @Option(
            names = "--remove",
            paramLabel = "NAME[=VALUE]",
            description = "take one away, with a value only if it has that")
    private List<String> remove = new ArrayList<>();

    @Option(names = "--clear", description = "take all away first")
    private boolean clear;

    @Option(names = "--in-use", description = "list the tags that the subscription's resources have, and how many")
    private boolean inUse;

    @Mixin
    private ScopeOptions place = new ScopeOptions();

    @Mixin
    private Output output = new Output();

    public TagsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        String id = place.id(session);
        if (inUse) {
            used(new Pages(session, subscription(id) + "/tagNames" + QUERY, Integer.MAX_VALUE));
            return Exit.OK.code();
        }
        String path = id + "/providers/Microsoft.Resources/tags/default" + QUERY;
        if (clear) {
            session.server().ask(Request.delete(path));
        }
        if (!remove.isEmpty()) {
            session.server().ask(patch(path, "Delete", remove));
        }
        if (!set.isEmpty()) {
            session.server().ask(patch(path, "Merge", set));
        }
        show(session.server().get(path));
        return Exit.OK.code();
    }

    private static String subscription(String id) {
        return id.replaceFirst("^(/subscriptions/[^/]+).*", "$1");
    }

    private static Request patch(String path, String operation, List<String> assignments) {
        ObjectNode body = Documents.MAPPER.createObjectNode().put("operation", operation);
        ObjectNode tags = body.putObject("properties").putObject("tags");
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            if (equals < 1 && (equals == 0 || operation.equals("Merge"))) {
                throw new Refused(Exit.USAGE, "expected name=value, found '" + assignment + "'");
            }
            tags.put(
                    equals < 0 ? assignment : assignment.substring(0, equals),
                    equals < 0 ? "" : assignment.substring(equals + 1));
        }
        return Documents.request(Request.Method.PATCH, path, body);
    }

    private void show(Answer answer) {
        if (output.json()) {
            session.print(answer.body());
            return;
        }
        Table table = new Table().key("NAME").column("VALUE");
        answer.json()
                .at("/properties/tags")
                .propertyStream()
                .forEach(tag -> table.row(tag.getKey(), Outline.scalar(tag.getValue())));
        session.print(table);
    }

    private void used(Pages pages) throws InterruptedException {
        if (output.json()) {
            pages.printJson();
            return;
        }
        Table table = new Table().key("NAME").right("RESOURCES").column("VALUES");
        pages.trees()
                .forEach(tag -> table.row(
                        Outline.scalar(tag.path("tagName")),
                        Outline.scalar(tag.at("/count/value")),
                        tag.path("values")
                                .valueStream()
                                .map(value -> Outline.scalar(value.path("tagValue")))
                                .collect(Collectors.joining(", "))));
        session.print(table);
    }
}
