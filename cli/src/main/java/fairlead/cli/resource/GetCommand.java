package fairlead.cli.resource;

import fairlead.cli.address.Target;
import fairlead.cli.http.Answer;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "get", description = "Show a resource.")
public final class GetCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Target target = new Target();

    @Mixin
    private ResourceOutput output = new ResourceOutput();

    public GetCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Answer answer = session.server().get(target.address(session).path());
        output.print(session, answer);
        return Exit.OK.code();
    }
}
