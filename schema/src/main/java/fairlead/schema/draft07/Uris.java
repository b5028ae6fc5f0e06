package fairlead.schema.draft07;

/// URIs as RFC 3986 has them.
final class Uris {

    private static final String PATH = "-._~!$&'()*+,;=:@/";

    private Uris() {}

    /// One with a scheme.
    static boolean isUri(String text) {
        return scheme(text) > 0 && isReference(text);
    }

    /// One with a scheme or without.
    static boolean isReference(String text) {
        int hash = text.indexOf('#');
        String fragment = hash < 0 ? "" : text.substring(hash + 1);
        String head = hash < 0 ? text : text.substring(0, hash);
        int mark = head.indexOf('?');
        String query = mark < 0 ? "" : head.substring(mark + 1);
        String part = mark < 0 ? head : head.substring(0, mark);
        int scheme = scheme(part);
        return scheme >= 0
                && isMadeOf(fragment, PATH + "?")
                && isMadeOf(query, PATH + "?")
                && isHierarchy(scheme == 0 ? part : part.substring(scheme + 1));
    }

    /// The length of the scheme; 0 if there is none, -1 if what stands before the first `:` can't be one.
    private static int scheme(String text) {
        int colon = text.indexOf(':');
        if (colon < 0
                || beforeColon(text, '/', colon)
                || beforeColon(text, '?', colon)
                || beforeColon(text, '#', colon)) {
            return 0;
        }
        for (int i = 0; i < colon; i++) {
            char c = text.charAt(i);
            boolean fits = i == 0
                    ? Hosts.isAlphanumeric(c) && (c < '0' || c > '9')
                    : Hosts.isAlphanumeric(c) || c == '+' || c == '-' || c == '.';
            if (!fits) {
                return -1;
            }
        }
        return colon == 0 ? -1 : colon;
    }

    private static boolean beforeColon(String text, char c, int colon) {
        int at = text.indexOf(c);
        return at >= 0 && at < colon;
    }

    private static boolean isHierarchy(String text) {
        if (!text.startsWith("//")) {
            return isMadeOf(text, PATH);
        }
        int slash = text.indexOf('/', 2);
        String authority = slash < 0 ? text.substring(2) : text.substring(2, slash);
        return isAuthority(authority) && (slash < 0 || isMadeOf(text.substring(slash), PATH));
    }

    private static boolean isAuthority(String text) {
        int at = text.indexOf('@');
        String user = at < 0 ? "" : text.substring(0, at);
        String place = text.substring(at + 1);
        int bracket = place.startsWith("[") ? place.indexOf(']') : -1;
        int colon = place.indexOf(':', Math.max(0, bracket));
        String host = colon < 0 ? place : place.substring(0, colon);
        String port = colon < 0 ? "" : place.substring(colon + 1);
        boolean address = bracket > 0 && host.length() == bracket + 1 && isAddress(host.substring(1, bracket));
        return isMadeOf(user, "-._~!$&'()*+,;=:")
                && (address || isMadeOf(host, "-._~!$&'()*+,;="))
                && port.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isAddress(String text) {
        return Hosts.isIpv6(text) || (text.matches("[vV][0-9A-Fa-f]+\\..+") && isMadeOf(text, "-._~!$&'()*+,;=:"));
    }

    /// Whether there is nothing but letters, digits, these characters, and others behind a `%` in hexadecimal.
    private static boolean isMadeOf(String text, String others) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                boolean escaped =
                        i + 2 < text.length() && Hosts.isHex(text.charAt(i + 1)) && Hosts.isHex(text.charAt(i + 2));
                if (!escaped) {
                    return false;
                }
                i += 2;
            } else if (!Hosts.isAlphanumeric(c) && others.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }
}
