package fairlead.server.signature;

import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A signed request as text, and who verifies it.
record SignedText(String service, Instant now, String credentials, String text) {

    static final Caller CALLER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "127.0.0.1");

    private static final String ID = "AKIDEXAMPLE";
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    /// A credential file with the key of the public examples.
    static String credentials(String more) {
        return """
            {"accounts": [{"account": "111122223333", "name": "Examples",
              "keys": [{"accessKeyId": "%s", "secretAccessKey": "%s", "user": "alice"%s}]}]}
            """.formatted(ID, SECRET, more);
    }

    Signed verify() {
        Signatures signatures = Signatures.of(Credentials.parse(credentials), Clock.fixed(now, ZoneOffset.UTC));
        return signatures.verify(message(), service, CALLER);
    }

    /// The text with one octet changed.
    SignedText with(String changed) {
        return new SignedText(service, now, credentials, changed);
    }

    private SignedMessage message() {
        int end = text.indexOf("\n\n");
        String head = end < 0 ? text : text.substring(0, end);
        String body = end < 0 ? "" : text.substring(end + 2);
        List<String> lines = List.of(head.replaceAll("\n[ \t]+", " ").split("\n"));
        String first = lines.getFirst();
        if (first.indexOf(' ') == first.lastIndexOf(' ')) {
            throw new ProblemException(new Problem.MalformedBody("the request line is none"));
        }
        String target = first.substring(first.indexOf(' ') + 1, first.lastIndexOf(' '));
        if (!target.startsWith("/")) {
            throw new ProblemException(new Problem.MalformedBody("the request target is no path"));
        }
        int query = target.indexOf('?');
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = Math.max(0, line.indexOf(':'));
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(line.substring(Math.min(line.length(), colon + 1)).strip());
        }
        return new SignedMessage(
                first.substring(0, first.indexOf(' ')),
                query < 0 ? target : target.substring(0, query),
                RawQuery.parse(query < 0 ? "" : target.substring(query + 1)),
                List.copyOf(headers.keySet()),
                name -> Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                        .map(values -> String.join(",", values)),
                body.getBytes(StandardCharsets.UTF_8));
    }
}
