package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.address.Target;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "what-if",
        description = {
            "Show what a put, or with --patch a patch, would do. Nothing is done.",
            "The hash that it shows is for --plan of put, patch and delete: these go on then only if they do the same."
        })
public final class WhatIfCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Target target = new Target();

    @Mixin
    private Documents documents = new Documents();

    @Option(names = "--patch", description = "as if it were a patch: what is not named stays")
    private boolean patch;

    @Option(names = "--delete", description = "as if it were a delete")
    private boolean delete;

    @Option(
            names = "--location",
            paramLabel = "NAME",
            description = "where it is to be (else as in the file, FAIRLEAD_LOCATION, or local)")
    private Optional<String> location = Optional.empty();

    @Mixin
    private Replacing replacing = new Replacing();

    @Mixin
    private Output output = new Output();

    public WhatIfCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Address address = target.address(session);
        ObjectNode body = delete
                ? Documents.MAPPER.createObjectNode()
                : documents.body(session, documents.schema(session, address.type()));
        if (!patch && !delete && (location.isPresent() || !body.has("location"))) {
            body.put("location", Scope.location(session.env(), location));
        }
        String path = replacing.path(address.path().replace("?", "/whatIf?") + method());
        Answer answer = session.server().ask(Documents.request(Request.Method.POST, path, body));
        JsonNode forecast = answer.json();
        if (output.json()) {
            session.print(answer.body());
        } else {
            print(address.toString(), forecast);
            forecast.path("nested")
                    .forEach(nested -> print(nested.path("resourceId").asString(""), nested));
        }
        boolean refused = forecast.has("error");
        return (refused ? Exit.FAILED : Exit.OK).code();
    }

    private String method() {
        return delete ? "&method=delete" : patch ? "&method=patch" : "";
    }

    private void print(String address, JsonNode forecast) {
        session.out().println(words(forecast) + " " + address);
        Table table = new Table().column("CHANGE").column("WHERE").column("TO").column("EFFECT");
        forecast.path("delta")
                .forEach(change -> table.row(
                        change.path("op").asString(""),
                        change.path("path").asString(""),
                        change.has("value") ? change.get("value").toString() : "",
                        change.path("effect").asString("")));
        if (!forecast.path("delta").isEmpty()) {
            session.print(table);
        }
        JsonNode tags = forecast.path("tags");
        if (!tags.isMissingNode()) {
            session.out().println("tags: " + Outline.scalar(tags.path("after")));
        }
        forecast.path("approvals").forEach(demand -> session.out().println("  " + approval(demand)));
        if (forecast.has("plan")) {
            session.out().println("plan: " + forecast.path("plan").asString(""));
        }
        JsonNode error = forecast.path("error");
        if (!error.isMissingNode()) {
            session.out()
                    .println("  " + error.path("message").asString("") + " ("
                            + error.path("code").asString("") + ")");
            error.path("details")
                    .forEach(detail -> session.out()
                            .println("  " + detail.path("target").asString("") + "  "
                                    + detail.path("message").asString("")));
        }
    }

    private static String approval(JsonNode demand) {
        String who = demand.has("groupId")
                ? "in the group " + demand.path("groupId").asString("")
                : "with the role " + demand.path("roleDefinitionId").asString("");
        return "has to be approved first, by " + demand.path("count").asInt(1) + " of those " + who;
    }

    private static String words(JsonNode forecast) {
        return switch (forecast.path("changeType").asString("")) {
            case "Create" -> "would be created:";
            case "NoChange" -> "nothing would change:";
            case "Modify" -> "would be updated in place:";
            case "Replace" ->
                forecast.has("error")
                        ? "would have to be replaced, which takes --replace:"
                        : "would be replaced, "
                                + forecast.path("replacementStrategy").asString("") + ":";
            case "Delete" -> "would be deleted:";
            default -> "would be refused:";
        };
    }
}
