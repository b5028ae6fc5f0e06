package fairlead.cli.access;

import fairlead.cli.http.Answer;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.session.SignIn;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Signs in as the person who approves a code elsewhere ("RFC 8628").
final class DeviceLogin {

    private DeviceLogin() {}

    /// Shows a code and waits until it is approved.
    static SignIn.Kept fetch(Session session) throws InterruptedException {
        Answer asked = SignIn.ask(
                session.server(),
                "/adfs/oauth2/devicecode",
                Map.of("client_id", SignIn.CLIENT, "scope", session.server().base() + "/.default offline_access"));
        JsonNode code = asked.json();
        if (asked.failed()) {
            throw refused(code, asked);
        }
        session.env().streams().err().println(code.path("message").asString(""));
        Duration interval = Duration.ofSeconds(code.path("interval").asLong(5));
        while (true) {
            session.env().pause().pause(interval);
            Answer answer = SignIn.ask(
                    session.server(),
                    "/adfs/oauth2/token",
                    Map.of(
                            "grant_type",
                            "urn:ietf:params:oauth:grant-type:device_code",
                            "client_id",
                            SignIn.CLIENT,
                            "device_code",
                            code.path("device_code").asString("")));
            JsonNode json = answer.json();
            if (!answer.failed()) {
                return SignIn.Kept.of(json);
            }
            switch (json.path("error").asString("")) {
                case "authorization_pending" -> {
                    // Not yet.
                }
                case "slow_down" -> interval = interval.plusSeconds(5);
                default -> throw refused(json, answer);
            }
        }
    }

    private static Refused refused(JsonNode json, Answer answer) {
        return new Refused(
                Exit.DENIED,
                "sign-in was refused: "
                        + json.path("error_description").asString("the server answered " + answer.status()));
    }
}
