package fairlead.cli.stack;

import fairlead.cli.http.Answer;
import fairlead.cli.http.ProblemException;
import fairlead.cli.session.ErrorOutput;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "plan",
        description = {
            "Show what a deploy would do. Nothing is done.",
            "The exit code is 0 if nothing would change, 1 if something would, and 5 if the template is not valid or"
                    + " something would be refused."
        })
final class PlanCommand implements Callable<Integer> {

    private static final int CHANGES = 2;
    private static final int ERROR = 1;

    private final Session session;

    @Mixin
    private TemplateInput input = new TemplateInput();

    @Mixin
    private StackPlace place = new StackPlace();

    @Option(
            names = "--detailed-exitcode",
            description = "end with 0 if nothing would change, 2 if something would, 1 for any error")
    private boolean detailed;

    @Mixin
    private Output output = new Output();

    PlanCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!detailed) {
            return plan();
        }
        try {
            return switch (plan()) {
                case 0 -> 0;
                case 1 -> CHANGES;
                default -> ERROR;
            };
        } catch (ProblemException refused) {
            ErrorOutput.print(session, refused.problem());
            return ERROR;
        } catch (Refused refused) {
            ErrorOutput.print(session, String.valueOf(refused.getMessage()), List.of());
            return ERROR;
        }
    }

    private int plan() throws InterruptedException {
        Answer answer = session.server().ask(input.plan(session, place, input.body(session)));
        JsonNode plan = answer.json();
        if (output.json()) {
            session.print(answer.body());
        } else {
            int width = session.env().terminal().outWidth();
            session.print(new PlanText(plan, width, session.outPalette()).lines());
        }
        if (PlanText.isRefused(plan)) {
            return Exit.INVALID.code();
        }
        return (PlanText.isChange(plan) ? Exit.FAILED : Exit.OK).code();
    }
}
