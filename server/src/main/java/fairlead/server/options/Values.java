package fairlead.server.options;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/// The kinds of values that flags have.
///
/// What is not as it should be is an [IllegalArgumentException] that says what was expected and what was found; the
/// name of the flag is put before it.
final class Values {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

    private Values() {}

    static String text(String text) {
        return text;
    }

    static Path path(String text) {
        return Path.of(text);
    }

    static ITypeConverter<Integer> number(int least, int most) {
        return text -> {
            if (text.matches("\\d{1,9}")) {
                int number = Integer.parseInt(text);
                if (number >= least && number <= most) {
                    return number;
                }
            }
            throw new IllegalArgumentException(
                    "expected a number from " + least + " to " + most + ", found '" + text + "'");
        };
    }

    static Duration time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException("expected a time such as 500ms or 2s, found '" + text + "'");
        }
        long amount = Long.parseLong(time.group(1));
        return switch (String.valueOf(time.group(2))) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofSeconds(amount);
        };
    }

    /// One of the constants, written in small letters.
    static <E extends Enum<E>> ITypeConverter<E> word(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(constant -> word(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Values::word)
                                .collect(Collectors.joining(" or "))
                        + ", found '" + text + "'"));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// An address to listen on.
    static String host(String host) {
        try {
            return InetAddress.getByName(host).isMulticastAddress() ? unknown(host, null) : host;
        } catch (UnknownHostException unknown) {
            return unknown(host, unknown);
        }
    }

    private static String unknown(String host, @Nullable Exception cause) {
        throw new IllegalArgumentException("the address '" + host + "' is not known", cause);
    }

    /// The address of a server.
    static URI url(String text) {
        try {
            URI url = URI.create(text);
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http && url.getHost() != null && url.getRawQuery() == null) {
                return url;
            }
        } catch (IllegalArgumentException notOne) {
            // Answered below, like an address of another kind.
        }
        throw new IllegalArgumentException("expected http://... or https://..., found '" + text + "'");
    }
}
