package fairlead.cli.access;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Server;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.session.SignIn;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Signs in as the person who approves a code elsewhere ("OAuth 2.0 Device Authorization Grant", RFC 8628).
final class DeviceCode {

    private DeviceCode() {}

    /// Where a code is asked for, and where the token that it becomes.
    record Where(String codes, String tokens) {}

    /// At the server itself: by a person who is signed in there.
    static SignIn.Kept atServer(Session session) throws InterruptedException {
        Server server = session.server();
        Answer answer = approved(
                session,
                server,
                new Where("/adfs/oauth2/devicecode", "/adfs/oauth2/token"),
                Map.of("client_id", SignIn.CLIENT, "scope", server.base() + "/.default offline_access"),
                Map.of());
        return SignIn.Kept.of(answer.json());
    }

    /// Shows a code and waits until it is approved: the answer with the token.
    ///
    /// @param proof what is shown besides, when the token is asked for
    static Answer approved(
            Session session, Server server, Where where, Map<String, String> asked, Map<String, String> proof)
            throws InterruptedException {
        Answer begun = SignIn.ask(server, where.codes, asked);
        JsonNode code = begun.json();
        if (begun.failed()) {
            throw refused(code, begun);
        }
        session.note(code.path("message")
                .asString("Open " + code.path("verification_uri").asString("") + " and enter the code "
                        + code.path("user_code").asString("")));
        Map<String, String> form = new HashMap<>(proof);
        form.put("grant_type", "urn:ietf:params:oauth:grant-type:device_code");
        form.put("client_id", asked.getOrDefault("client_id", ""));
        form.put("device_code", code.path("device_code").asString(""));
        Duration interval = Duration.ofSeconds(code.path("interval").asLong(5));
        while (true) {
            session.env().pause().pause(interval);
            Answer answer = SignIn.ask(server, where.tokens, form);
            if (!answer.failed()) {
                return answer;
            }
            switch (answer.json().path("error").asString("")) {
                case "authorization_pending" -> {
                    // Not yet.
                }
                case "slow_down" -> interval = interval.plusSeconds(5);
                default -> throw refused(answer.json(), answer);
            }
        }
    }

    static Refused refused(JsonNode json, Answer answer) {
        return new Refused(
                Exit.DENIED,
                "sign-in was refused: "
                        + json.path("error_description").asString("the server answered " + answer.status()));
    }
}
