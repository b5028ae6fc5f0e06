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
        description = {
            "Sign in to the server, and keep the token.",
            "Without options in a browser, at the issuer that the server trusts.",
            "As a service principal, for an hour; with --device as the person who approves the code, for twelve."
        })
public final class LoginCommand implements Callable<Integer> {

    private final Session session;

    @Option(names = "--client-id", paramLabel = "ID", description = "the client id of the principal")
    private Optional<String> id = Optional.empty();

    @Option(
            names = "--device",
            description = "show a code, and wait until a person approves it: fairlead device approve CODE")
    private boolean device;

    @Option(names = "--issuer", paramLabel = "URL", description = "where to sign in, if the server trusts several")
    private Optional<String> issuer = Optional.empty();

    @Option(names = "--no-browser", description = "sign in at the issuer in a browser on another machine, by a code")
    private boolean noBrowser;

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
        if (device) {
            requireNothingElse();
            session.signIn().keep(session.server(), DeviceCode.atServer(session));
        } else if (id.isEmpty() && secret.isEmpty() && token.isEmpty()) {
            IssuerLogin login = IssuerLogin.of(session, issuer);
            session.signIn().keep(session.server(), noBrowser ? login.elsewhere() : login.inBrowser());
        } else {
            session.signIn().keep(session.server(), SignIn.Kept.of(SignIn.fetch(session.server(), client())));
        }
        session.done("signed in to " + session.server().base());
        return Exit.OK.code();
    }

    private void requireNothingElse() {
        if (id.isPresent() || secret.isPresent() || token.isPresent() || issuer.isPresent() || noBrowser) {
            throw new Refused(Exit.USAGE, "give --device alone");
        }
    }

    private SignIn.Client client() {
        if (id.isEmpty() || secret.isPresent() == token.isPresent() || issuer.isPresent() || noBrowser) {
            throw new Refused(
                    Exit.USAGE,
                    "give --client-id with --client-secret-file or --federated-token-file, and nothing else");
        }
        return secret.map(file -> SignIn.Client.withSecret(id.get(), SignIn.read(file)))
                .orElseGet(() -> SignIn.Client.withToken(id.get(), SignIn.read(token.orElseThrow())));
    }
}
