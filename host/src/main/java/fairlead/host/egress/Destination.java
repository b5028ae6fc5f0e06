package fairlead.host.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A host and a port that may be connected to: `api.example.com:443`, `*.example.com:443` for all names below
/// that one, `192.0.2.7:5432` or `[2001:db8::7]:443`.
///
/// @param host in lower case; an IPv6 address without brackets
public record Destination(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-f:.]+]|[^\\[\\]:/\\s]+):([0-9]{1,5})");
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");
    private static final Pattern ADDRESS = Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");
    private static final String BELOW = "*.";
    private static final int LONGEST = 253;
    private static final int LAST_PORT = 65_535;

    /// Reads one; throws [IllegalArgumentException] that says what was expected.
    public static Destination parse(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw refusal(text);
        }
        String host = form.group(1);
        int port = Integer.parseInt(form.group(2));
        boolean bracketed = host.startsWith("[");
        String bare = bracketed ? host.substring(1, host.length() - 1) : host;
        String name = bare.startsWith(BELOW) ? bare.substring(BELOW.length()) : bare;
        boolean known = bracketed ? bare.contains(":") : isName(name, name.length() < bare.length());
        if (!known || port < 1 || port > LAST_PORT) {
            throw refusal(text);
        }
        return new Destination(bracketed ? address(bare, text) : bare, port);
    }

    /// One of the ways to write an IPv6 address.
    private static String address(String literal, String text) {
        try {
            return InetAddress.getByName(literal).getHostAddress();
        } catch (UnknownHostException malformed) {
            throw refusal(text);
        }
    }

    private static boolean isName(String name, boolean below) {
        List<String> labels = List.of(name.split("\\.", -1));
        boolean numbers = labels.getLast().chars().allMatch(c -> c >= '0' && c <= '9');
        if (numbers) {
            return !below && ADDRESS.matcher(name).matches();
        }
        return name.length() <= LONGEST
                && labels.stream().allMatch(label -> NAME.matcher(label).matches())
                && (!below || labels.size() > 1);
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("expected HOST:PORT, such as api.example.com:443, *.example.com:443 or"
                + " [2001:db8::7]:443, found '" + text + "'");
    }

    /// Whether it is one of several names rather than one.
    private boolean isBelow() {
        return host.startsWith(BELOW);
    }

    /// Whether it stands for another one, which names a single host.
    boolean covers(Destination asked) {
        return port == asked.port
                && (isBelow() ? asked.host.endsWith(host.substring(1)) && !asked.isBelow() : host.equals(asked.host));
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
