package fairlead.cli.stack;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "deploy",
        description = {
            "Make a stack of a template, or change it: show the plan, ask, and do just that.",
            "Without a terminal it is not asked; then a plan that removes or replaces resources takes --yes or --plan."
        })
final class DeployCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private TemplateInput input = new TemplateInput();

    @Mixin
    private StackPlace place = new StackPlace();

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask")
    private boolean yes;

    @Option(
            names = "--plan",
            paramLabel = "HASH",
            description = "do not ask, and go on only if it does what the plan showed that gave this hash")
    private Optional<String> hash = Optional.empty();

    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            description = "what to do when something fails: rollback to what was, keep what is done, or delete a new"
                    + " stack (else rollback)")
    private Optional<String> onFailure = Optional.empty();

    @Option(
            names = "--wait",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "wait until it is done, which is the default; --no-wait returns once the server has accepted")
    private boolean wait = true;

    @Mixin
    private Output output = new Output();

    DeployCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        ObjectNode body = input.body(session);
        onFailure.ifPresent(word -> body.put("onFailure", word));
        JsonNode plan = session.server().ask(input.plan(session, place, body)).json();
        int width = session.env().terminal().err() ? session.env().terminal().width() : Integer.MAX_VALUE;
        new PlanText(plan, width, session.errPalette()).lines().forEach(session::note);
        if (PlanText.isRefused(plan)) {
            return Exit.INVALID.code();
        }
        if (hash.isEmpty() && PlanText.isChange(plan) && !agreed(plan)) {
            session.note("nothing was done");
            return Exit.OK.code();
        }
        String shown = hash.orElseGet(() -> plan.path("plan").asString(""));
        Request request = Documents.request(Request.Method.PUT, place.of(session, input.name()), body)
                .with("x-fairlead-plan", shown);
        return deployed(session.server().ask(request)).code();
    }

    private boolean agreed(JsonNode plan) {
        if (yes) {
            return true;
        }
        if (session.env().terminal().in()) {
            return Asking.confirmed(session, "Deploy this?");
        }
        if (PlanText.loses(plan)) {
            throw new Refused(
                    Exit.USAGE,
                    "The plan removes or replaces resources. There is no terminal to ask; add --yes or --plan "
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
            exit = following.ended(stack);
            shown = Documents.MAPPER.writeValueAsBytes(stack);
        } else if (answer.status() == 202) {
            session.note("accepted: operation " + stack.path("operation").asString(""));
        }
        if (output.json()) {
            session.print(shown);
        } else {
            StackText.outputs(session, stack);
        }
        return exit;
    }
}
