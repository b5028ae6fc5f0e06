package fairlead.schema.draft07;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;

/// The formats of texts that are checked. Other formats are for readers only.
enum Format {
    DATE_TIME("date-time", "a date and time as in 2026-11-21T13:37:00Z (RFC 3339)", Times::isDateTime),
    DATE("date", "a date as in 2026-11-21 (RFC 3339)", Times::isDate),
    TIME("time", "a time with its offset as in 13:37:00Z (RFC 3339)", Times::isTime),
    EMAIL("email", "an e-mail address (RFC 5321)", Hosts::isEmail),
    HOSTNAME("hostname", "the name of a host (RFC 1123)", Hosts::isName),
    IPV4("ipv4", "an IPv4 address as in 192.0.2.1", Hosts::isIpv4),
    IPV6("ipv6", "an IPv6 address (RFC 4291)", Hosts::isIpv6),
    URI("uri", "an absolute URI (RFC 3986)", Uris::isUri),
    URI_REFERENCE("uri-reference", "a URI, absolute or relative (RFC 3986)", Uris::isReference),
    UUID("uuid", "a UUID (RFC 4122)", Format::isUuid),
    JSON_POINTER("json-pointer", "a JSON Pointer (RFC 6901)", Format::isPointer),
    REGEX("regex", "a regular expression", Format::isRegex);

    private static final Map<String, Format> BY_NAME = byName();

    private final String keyword;
    private final String expected;

    @SuppressWarnings("ImmutableEnumChecker") // Static methods without state.
    private final Predicate<String> matches;

    Format(String keyword, String expected, Predicate<String> matches) {
        this.keyword = keyword;
        this.expected = expected;
        this.matches = matches;
    }

    /// As schemas write it.
    String keyword() {
        return keyword;
    }

    String expected() {
        return expected;
    }

    boolean matches(String text) {
        return matches.test(text);
    }

    static Optional<Format> parse(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static Map<String, Format> byName() {
        Map<String, Format> formats = new HashMap<>();
        for (Format format : values()) {
            formats.put(format.keyword, format);
        }
        return formats;
    }

    private static boolean isUuid(String text) {
        boolean shaped = text.length() == 36;
        for (int i = 0; shaped && i < 36; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            shaped = dash ? text.charAt(i) == '-' : Hosts.isHex(text.charAt(i));
        }
        return shaped;
    }

    private static boolean isPointer(String text) {
        boolean sound = text.isEmpty() || text.startsWith("/");
        for (int at = text.indexOf('~'); sound && at >= 0; at = text.indexOf('~', at + 1)) {
            sound = at + 1 < text.length() && (text.charAt(at + 1) == '0' || text.charAt(at + 1) == '1');
        }
        return sound;
    }

    private static boolean isRegex(String text) {
        try {
            Regex.compile(text);
            return true;
        } catch (PatternSyntaxException | StackOverflowError refused) {
            return false;
        }
    }
}
