package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Target;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "delete", description = "Delete a resource. One that is not there is no error.")
public final class DeleteCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Target target = new Target();

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask; required where no terminal can answer")
    private boolean yes;

    @Option(names = "--if-match", paramLabel = "ETAG", description = "only if it is still as this ETag says")
    private Optional<String> ifMatch = Optional.empty();

    @Mixin
    private Previewed previewed = new Previewed();

    @Mixin
    private Change change = new Change();

    public DeleteCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Address address = target.address(session);
        if (!yes && !confirmed(session, "Delete " + address + "?")) {
            session.note("nothing was deleted");
            return Exit.OK.code();
        }
        Request request = Request.delete(address.path());
        return change.toBeGone(
                session,
                address,
                previewed.of(ifMatch.map(etag -> request.with("If-Match", etag)).orElse(request)));
    }

    /// Asks the user; without a terminal, that is a mistake in the command line.
    static boolean confirmed(Session session, String question) {
        if (!session.env().terminal().in()) {
            throw new Refused(Exit.USAGE, question + " There is no terminal to answer; add --yes");
        }
        session.env().streams().err().print(question + " [y/N] ");
        session.env().streams().err().flush();
        try {
            InputStreamReader input =
                    new InputStreamReader(session.env().streams().in(), StandardCharsets.UTF_8);
            String answer =
                    Optional.ofNullable(new BufferedReader(input).readLine()).orElse("");
            return answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
        } catch (IOException closed) {
            return false;
        }
    }
}
