package fairlead.cli.stack;

import fairlead.cli.session.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// Asks the person at the terminal.
final class Asking {

    private Asking() {}

    static boolean confirmed(Session session, String question) {
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
