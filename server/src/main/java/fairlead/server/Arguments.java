package fairlead.server;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The arguments of a command line, each as `--name=value` or `--name value`; the last one of a name counts,
/// unless it is repeatable.
///
/// What is not as it should be is an [IllegalArgumentException] with one line that says so.
public final class Arguments {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

    private final Map<String, List<String>> given;

    private Arguments(Map<String, List<String>> given) {
        this.given = given;
    }

    /// @param names those that there are
    /// @param repeatable those of them that may be given more than once
    public static Arguments parse(List<String> arguments, Set<String> names, Set<String> repeatable) {
        Map<String, List<String>> given = new HashMap<>();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String argument = rest.next();
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        name.startsWith("-") ? "unknown option " + name : "unexpected argument '" + argument + "'");
            }
            if (equals < 0 && !rest.hasNext()) {
                throw new IllegalArgumentException("option " + name + " needs a value");
            }
            String value = equals < 0 ? rest.next() : argument.substring(equals + 1);
            List<String> values = given.computeIfAbsent(name, _ -> new ArrayList<>());
            if (!repeatable.contains(name)) {
                values.clear();
            }
            values.add(value);
        }
        return new Arguments(given);
    }

    public Optional<String> text(String name) {
        return texts(name).stream().findFirst();
    }

    public List<String> texts(String name) {
        return List.copyOf(given.getOrDefault(name, List.of()));
    }

    public int number(String name, int usual, int least, int most) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return usual;
        }
        if (text.get().matches("\\d{1,9}")) {
            int number = Integer.parseInt(text.get());
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw new IllegalArgumentException(
                name + ": expected a number from " + least + " to " + most + ", found '" + text.get() + "'");
    }

    public Duration time(String name, String usual) {
        String text = text(name).orElse(usual);
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException(name + ": expected a time such as 500ms or 2s, found '" + text + "'");
        }
        long amount = Long.parseLong(time.group(1));
        return switch (String.valueOf(time.group(2))) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofSeconds(amount);
        };
    }

    /// An address to listen on, of this machine.
    public String loopback(String name, String usual) {
        String host = text(name).orElse(usual);
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return host;
            }
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(name + ": the address '" + host + "' is not known", unknown);
        }
        throw new IllegalArgumentException(name
                + ": expected a loopback address such as 127.0.0.1, since there is no login, found '" + host + "'");
    }

    /// The address of a server.
    public Optional<URI> url(String name) {
        return text(name).map(text -> url(name, text));
    }

    /// The address of a server, as an argument of that name gives it.
    public static URI url(String name, String text) {
        try {
            URI url = URI.create(text);
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http && url.getHost() != null && url.getRawQuery() == null) {
                return url;
            }
        } catch (IllegalArgumentException notOne) {
            // Answered below, like an address of another kind.
        }
        throw new IllegalArgumentException(name + ": expected http://... or https://..., found '" + text + "'");
    }
}
