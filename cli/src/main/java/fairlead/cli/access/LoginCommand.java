package fairlead.cli.access;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.session.SignIn;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Signs in, and keeps the token for later commands.
@Command(
        name = "login",
        description = "Sign in to the server as a service principal, and keep the token, which is good for an hour.")
public final class LoginCommand implements Callable<Integer> {

    private final Session session;

    @Option(names = "--client-id", paramLabel = "ID", required = true, description = "the client id of the principal")
    private String id = "";

    @Option(names = "--client-secret-file", paramLabel = "FILE", description = "the file that has its secret")
    private Optional<Path> secret = Optional.empty();

    @Option(
            names = "--federated-token-file",
            paramLabel = "FILE",
            description = "the file that has a token of another issuer, of a workload for example")
    private Optional<Path> token = Optional.empty();

    public LoginCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (secret.isPresent() == token.isPresent()) {
            throw new Refused(Exit.USAGE, "give --client-secret-file or --federated-token-file");
        }
        SignIn.Client client = secret.map(file -> SignIn.Client.withSecret(id, SignIn.read(file)))
                .orElseGet(() -> SignIn.Client.withToken(id, SignIn.read(token.orElseThrow())));
        session.signIn().keep(session.server(), SignIn.fetch(session.server(), client));
        session.done("signed in to " + session.server().base());
        return Exit.OK.code();
    }
}
