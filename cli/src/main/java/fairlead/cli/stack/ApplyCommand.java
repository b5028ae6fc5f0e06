package fairlead.cli.stack;

import fairlead.cli.address.Scope;
import fairlead.cli.http.Answer;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.ErrorOutput;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "apply",
        description = {
            "Make a set of resources what files say: show the plan, ask, and do just that.",
            "A file has resources as 'get -o yaml' or 'get -o json' shows them, in any number of documents. What the"
                    + " files no longer have stays in the set, unless --prune deletes it.",
            "Without a terminal it is not asked; then a plan that replaces resources takes --yes or --plan, and one"
                    + " that deletes some takes --plan."
        })
public final class ApplyCommand implements Callable<Integer> {

    private static final int CHANGES = 2;
    private static final int ERROR = 1;

    private final Session session;

    @Parameters(
            index = "0..*",
            paramLabel = "FILE|FOLDER",
            description = "files with resources, or folders of *.yaml, *.yml and *.json; - for standard input")
    private List<String> paths = new ArrayList<>();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE|FOLDER",
            description = "the same; repeatable")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--set",
            paramLabel = "NAME",
            description = "the name of the set (else that of the one file or folder)")
    private Optional<String> set = Optional.empty();

    @Option(
            names = {"-g", "--group"},
            paramLabel = "NAME",
            description = "the resource group of what does not name one (FAIRLEAD_GROUP, else default)")
    private Optional<String> group = Optional.empty();

    @Mixin
    private StackPlace place = new StackPlace();

    @Option(names = "--prune", description = "delete what is in the set and no longer in the files")
    private boolean prune;

    @Option(names = "--adopt", description = "take resources into the set that are there already and belong to none")
    private boolean adopt;

    @Option(
            names = {"--plan-only", "--dry-run"},
            description = "show the plan and do nothing; the exit code is 1 if something would change")
    private boolean planOnly;

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask, but for what --prune deletes")
    private boolean yes;

    @Option(
            names = "--plan",
            paramLabel = "HASH",
            description = "do not ask, and go on only if it does what the plan showed that gave this hash")
    private Optional<String> hash = Optional.empty();

    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            description = "what to do when something fails: rollback to what was, or keep what is done (else rollback)")
    private Optional<String> onFailure = Optional.empty();

    @Option(
            names = "--wait",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "wait until it is done, which is the default; --no-wait returns once the server has accepted")
    private boolean wait = true;

    @Option(
            names = "--detailed-exitcode",
            description = "end with 0 if nothing changes, 2 if something does or would, 1 for any error")
    private boolean detailed;

    @Mixin
    private Output output = new Output();

    public ApplyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!detailed) {
            return applied().exit().code();
        }
        try {
            Applied applied = applied();
            boolean well = applied.exit() == Exit.OK || (planOnly && applied.exit() == Exit.FAILED);
            return !well ? ERROR : applied.changes() ? CHANGES : Exit.OK.code();
        } catch (ProblemException refused) {
            ErrorOutput.print(session, refused.problem());
            return ERROR;
        } catch (Refused refused) {
            ErrorOutput.print(session, String.valueOf(refused.getMessage()), List.of());
            return ERROR;
        }
    }

    /// How it has ended.
    ///
    /// @param changes whether anything has changed, or would
    private record Applied(Exit exit, boolean changes) {}

    private Applied applied() throws InterruptedException {
        String name = name();
        ResourceFiles resources = ResourceFiles.read(session, all());
        if (!resources.faults().isEmpty()) {
            ErrorOutput.print(session, "the files can't be read", resources.faults());
            return new Applied(Exit.INVALID, false);
        }
        ObjectNode body = body(resources);
        Answer answer;
        try {
            answer =
                    session.server().ask(Documents.request(Request.Method.POST, place.of(session, name, "plan"), body));
        } catch (ProblemException refused) {
            return refused(resources, refused);
        }
        JsonNode plan = answer.json();
        show(answer, resources);
        boolean changes = PlanText.isChange(plan);
        if (PlanText.isRefused(plan)) {
            return new Applied(Exit.INVALID, changes);
        }
        if (planOnly) {
            return new Applied(changes ? Exit.FAILED : Exit.OK, changes);
        }
        if (!changes && hash.isEmpty()) {
            if (output.json()) {
                session.print(session.server().get(place.of(session, name)).body());
            }
            return new Applied(Exit.OK, false);
        }
        if (hash.isEmpty() && !agreed(plan)) {
            session.note("nothing was done");
            return new Applied(Exit.OK, false);
        }
        String shown = hash.orElseGet(() -> plan.path("plan").asString(""));
        Request request = Documents.request(Request.Method.PUT, place.of(session, name), body)
                .with("x-fairlead-plan", shown);
        return new Applied(deployed(session.server().ask(request)), changes);
    }

    private List<String> all() {
        return Stream.concat(paths.stream(), files.stream()).toList();
    }

    private String name() {
        List<String> all = all();
        if (all.isEmpty()) {
            throw new Refused(Exit.USAGE, "a file or a folder is missing: FILE|FOLDER");
        }
        if (set.isPresent()) {
            return set.get();
        }
        if (all.size() > 1 || all.getFirst().equals("-")) {
            throw new Refused(Exit.USAGE, "what is not of one file or folder needs the name of the set: --set");
        }
        String made = TemplateInput.nameOf(
                Path.of(all.getFirst()).toAbsolutePath().normalize().toString());
        if (made.isEmpty()) {
            throw new Refused(Exit.USAGE, "no name can be made of " + all.getFirst() + "; give --set");
        }
        return made;
    }

    private ObjectNode body(ResourceFiles files) {
        ObjectNode body = Documents.MAPPER.createObjectNode().put("language", "resources");
        ArrayNode resources = body.arrayNode();
        for (JsonNode resource : files.resources()) {
            if (resource instanceof ObjectNode object && !object.has("id") && !object.has("resourceGroup")) {
                resources.add(object.deepCopy().put("resourceGroup", Scope.group(session.env(), group)));
            } else {
                resources.add(resource);
            }
        }
        body.put("template", resources.toString());
        body.put("prune", prune).put("adopt", adopt);
        onFailure.ifPresent(word -> body.put("onFailure", word));
        return body;
    }

    private Applied refused(ResourceFiles resources, ProblemException refused) {
        List<String> told = resources.told(refused.problem());
        if (Exit.of(refused.problem()) != Exit.INVALID || told.isEmpty()) {
            throw refused;
        }
        ErrorOutput.print(session, "the resources are not valid", told);
        return new Applied(Exit.INVALID, false);
    }

    private void show(Answer answer, ResourceFiles resources) {
        if (planOnly && output.json()) {
            session.print(answer.body());
            return;
        }
        boolean result = planOnly;
        int width = result
                ? session.env().terminal().outWidth()
                : session.env().terminal().err() ? session.env().terminal().width() : Integer.MAX_VALUE;
        PlanText text = new PlanText(answer.json(), width, result ? session.outPalette() : session.errPalette());
        List<String> lines = text.ofSet(pointer -> resources.place("/template" + pointer));
        if (result) {
            session.print(lines);
        } else {
            lines.forEach(session::note);
        }
    }

    private boolean agreed(JsonNode plan) {
        boolean deletes = PlanText.deletes(plan);
        if (yes && !deletes) {
            return true;
        }
        if (session.env().terminal().in()) {
            return Asking.confirmed(session, deletes ? "Apply this, deletions included?" : "Apply this?");
        }
        if (deletes) {
            throw new Refused(
                    Exit.USAGE,
                    "The plan deletes resources. There is no terminal to ask; add --plan "
                            + plan.path("plan").asString(""));
        }
        if (PlanText.loses(plan)) {
            throw new Refused(
                    Exit.USAGE,
                    "The plan replaces resources. There is no terminal to ask; add --yes or --plan "
                            + plan.path("plan").asString(""));
        }
        return true;
    }

    private Exit deployed(Answer answer) throws InterruptedException {
        JsonNode stack = answer.json();
        Exit exit = Exit.OK;
        byte[] shown = answer.body();
        if (answer.status() == 202 && wait) {
            Following following = new Following(session, place, session::note);
            stack = following.toTheEnd(stack);
            exit = following.applied(stack);
            shown = Documents.MAPPER.writeValueAsBytes(stack);
        } else if (answer.status() == 202) {
            session.note("accepted: operation " + stack.path("operation").asString(""));
        } else {
            session.done("set " + Text.line(stack.path("name").asString("")) + " is as the files say");
        }
        if (output.json()) {
            session.print(shown);
        }
        return exit;
    }
}
