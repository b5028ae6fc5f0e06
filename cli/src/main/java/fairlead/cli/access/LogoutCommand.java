package fairlead.cli.access;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Forgets the token that a login has kept.
@Command(name = "logout", description = "Forget the token for the server.")
public final class LogoutCommand implements Callable<Integer> {

    private final Session session;

    public LogoutCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        boolean there = session.signIn().forget(session.server());
        session.done(there ? "signed out of " + session.server().base() : "was not signed in");
        return Exit.OK.code();
    }
}
