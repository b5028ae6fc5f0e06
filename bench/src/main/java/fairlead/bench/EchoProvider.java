package fairlead.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// A CloudFormation provider that does next to nothing: what is left is the way to it and back.
///
/// It runs in a process of its own, on a class path of its own, so it needs nothing but the JDK.
public final class EchoProvider {

    private static final String NAME = "\"Name\":\"";
    private static final String PROPERTIES = "\"resourceProperties\":";

    /// What a provider of this kind is told about its call.
    public interface Context {}

    /// Answers with the properties asked for; a read, with those that every resource has.
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        String request = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        String properties = object(request, request.indexOf(PROPERTIES) + PROPERTIES.length());
        String model = request.startsWith("{\"action\":\"READ\"") ? present(properties) : properties;
        out.write(("{\"status\":\"SUCCESS\",\"resourceModel\":" + model + "}").getBytes(StandardCharsets.UTF_8));
    }

    private static String present(String identifier) {
        int start = identifier.indexOf(NAME) + NAME.length();
        String name = identifier.substring(start, identifier.indexOf('"', start));
        return Requests.PROPERTIES.replaceFirst("\\{", "{" + NAME + name + "\",");
    }

    /// The object that begins there; no text in it has quotes.
    private static String object(String json, int start) {
        boolean quoted = false;
        int depth = 0;
        for (int i = start; i < json.length(); i++) {
            char next = json.charAt(i);
            if (next == '"') {
                quoted = !quoted;
            } else if (!quoted && next == '{') {
                depth++;
            } else if (!quoted && next == '}' && --depth == 0) {
                return json.substring(start, i + 1);
            }
        }
        throw new IllegalArgumentException("no object at " + start);
    }
}
