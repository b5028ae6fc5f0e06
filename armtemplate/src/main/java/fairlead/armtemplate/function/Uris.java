package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.add;
import static fairlead.armtemplate.function.Values.integer;
import static fairlead.armtemplate.function.Values.text;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Functions of addresses in the web, and of data that is written as one.
final class Uris {

    private static final String UNRESERVED = "-_.~";

    private Uris() {}

    static void register() {
        add("uri", 2, Uris::joined);
        add("uriComponent", 1, a -> text(escaped(a.text(0))));
        add("uriComponentToString", 1, a -> text(unescaped(a, a.text(0))));
        add(
                "dataUri",
                1,
                a -> text("data:text/plain;charset=utf8;base64,"
                        + Base64.getEncoder()
                                .encodeToString(Values.shown(a.get(0)).getBytes(StandardCharsets.UTF_8))));
        add("dataUriToString", 1, Uris::data);
        add("parseUri", 1, Uris::parse);
        add("buildUri", 1, Uris::build);
    }

    private static JsonNode joined(Arguments a) {
        URI base = read(a, a.text(0));
        if (base.getScheme() == null || base.getRawAuthority() == null) {
            throw a.fault("the value '" + a.text(0) + "' is not an absolute address");
        }
        String path = base.getRawPath();
        URI rooted = path == null || path.isEmpty() ? URI.create(base + "/") : base;
        String relative = a.text(1);
        if (relative.isEmpty()) {
            return text(rooted.toString());
        }
        return text(rooted.resolve(read(a, relative.replace(" ", "%20"))).toString());
    }

    private static URI read(Arguments a, String written) {
        try {
            return new URI(written);
        } catch (URISyntaxException e) {
            throw a.fault("the value '" + written + "' is not an address");
        }
    }

    private static String escaped(String text) {
        StringBuilder made = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c < 128 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0);
            made.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return made.toString();
    }

    private static String unescaped(Arguments a, String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * 4);
        int at = 0;
        while (at < text.length()) {
            int code = text.charAt(at) == '%' && at + 2 < text.length() ? hex(text, at + 1) : -1;
            if (code >= 0) {
                bytes.put((byte) code);
                at += 3;
            } else {
                int point = text.codePointAt(at);
                bytes.put(Character.toString(point).getBytes(StandardCharsets.UTF_8));
                at += Character.charCount(point);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw a.fault("the value '" + text + "' does not stand for text in UTF-8");
        }
    }

    private static int hex(String text, int at) {
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    private static JsonNode data(Arguments a) {
        String written = a.text(0);
        int comma = written.indexOf(',');
        if (!written.regionMatches(true, 0, "data:", 0, 5) || comma < 0) {
            throw a.fault("the value '" + written + "' is not a data URI");
        }
        String what = written.substring(5, comma).toLowerCase(Locale.ROOT);
        String rest = written.substring(comma + 1);
        return text(what.endsWith(";base64") ? Strings.decoded(a, rest) : unescaped(a, rest));
    }

    private static JsonNode parse(Arguments a) {
        URI uri = read(a, a.text(0));
        if (uri.getScheme() == null || uri.getHost() == null) {
            throw a.fault("the value '" + a.text(0) + "' is not an absolute address");
        }
        ObjectNode made = Values.object();
        made.put("scheme", uri.getScheme());
        made.put("host", uri.getHost());
        if (uri.getPort() >= 0) {
            made.set("port", integer(uri.getPort()));
        }
        made.put("path", uri.getRawPath().isEmpty() ? "/" : uri.getRawPath());
        made.put("query", uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        return made;
    }

    private static JsonNode build(Arguments a) {
        JsonNode parts = a.object(0);
        String scheme = part(a, parts, "scheme").orElse("http");
        String host = part(a, parts, "host").orElseThrow(() -> a.fault("the object has to have the member 'host'"));
        String port = Values.member(parts, "port")
                .map(value -> ":" + new Arguments(a.function(), List.of(value)).whole(0))
                .orElse("");
        String path = part(a, parts, "path").orElse("/");
        String query = part(a, parts, "query").orElse("");
        String built = scheme + "://" + host + port + (path.startsWith("/") ? "" : "/") + path
                + (query.isEmpty() || query.startsWith("?") ? "" : "?") + query;
        return text(read(a, built).toString());
    }

    private static Optional<String> part(Arguments a, JsonNode parts, String name) {
        return Values.member(parts, name).map(value -> new Arguments(a.function(), List.of(value)).text(0));
    }
}
