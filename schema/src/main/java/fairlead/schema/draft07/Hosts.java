package fairlead.schema.draft07;

import java.util.List;

/// Names and addresses of hosts, and of mailboxes on them.
final class Hosts {

    private static final String ATOM = "!#$%&'*+/=?^_`{|}~-";

    private Hosts() {}

    /// Labels of letters, digits and inner hyphens, at most 63 characters each and 253 in all.
    static boolean isName(String text) {
        if (text.isEmpty() || text.length() > 253) {
            return false;
        }
        return List.of(text.split("\\.", -1)).stream().allMatch(Hosts::isLabel);
    }

    private static boolean isLabel(String label) {
        boolean sound = !label.isEmpty() && label.length() <= 63 && !label.startsWith("-") && !label.endsWith("-");
        // Hyphens in both of these places announce an encoding, of which there is but one.
        boolean encoded = label.length() >= 4 && label.startsWith("--", 2);
        sound &= !encoded || (label.length() > 4 && label.regionMatches(true, 0, "xn", 0, 2));
        return sound && label.chars().allMatch(c -> isAlphanumeric(c) || c == '-');
    }

    /// Four numbers up to 255 without leading zeros.
    static boolean isIpv4(String text) {
        List<String> parts = List.of(text.split("\\.", -1));
        return parts.size() == 4 && parts.stream().allMatch(Hosts::isByte);
    }

    private static boolean isByte(String text) {
        boolean digits = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits && (text.length() == 1 || text.charAt(0) != '0') && Integer.parseInt(text) <= 255;
    }

    /// Eight groups, or fewer around one `::`; the last two may be an IPv4 address.
    static boolean isIpv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true) == 8;
        }
        String before = text.substring(0, gap);
        String after = text.substring(gap + 2);
        int left = before.isEmpty() ? 0 : groups(before, false);
        int right = after.isEmpty() ? 0 : groups(after, true);
        return left >= 0 && right >= 0 && left + right <= 7;
    }

    /// How many groups of 16 bits there are; -1 if something is none.
    private static int groups(String text, boolean last) {
        List<String> parts = List.of(text.split(":", -1));
        int count = 0;
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            boolean four = last && i == parts.size() - 1 && isIpv4(part);
            boolean group =
                    !part.isEmpty() && part.length() <= 4 && part.chars().allMatch(Hosts::isHex);
            if (!four && !group) {
                return -1;
            }
            count += four ? 2 : 1;
        }
        return count;
    }

    /// A local part, quoted or of atoms between dots, and a host, by name or by address in brackets.
    static boolean isEmail(String text) {
        int at = text.lastIndexOf('@');
        if (at < 1) {
            return false;
        }
        String host = text.substring(at + 1);
        boolean literal = host.startsWith("[") && host.endsWith("]");
        return isLocal(text.substring(0, at))
                && (literal ? isLiteral(host.substring(1, host.length() - 1)) : isName(host));
    }

    private static boolean isLiteral(String address) {
        return address.regionMatches(true, 0, "IPv6:", 0, 5) ? isIpv6(address.substring(5)) : isIpv4(address);
    }

    private static boolean isLocal(String text) {
        if (text.length() > 2 && text.startsWith("\"") && text.endsWith("\"")) {
            return isQuoted(text.substring(1, text.length() - 1));
        }
        return List.of(text.split("\\.", -1)).stream()
                .allMatch(atom ->
                        !atom.isEmpty() && atom.chars().allMatch(c -> isAlphanumeric(c) || ATOM.indexOf(c) >= 0));
    }

    private static boolean isQuoted(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            }
            if (i == text.length() || c == '"' || c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    static boolean isAlphanumeric(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    static boolean isHex(int c) {
        return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || (c >= '0' && c <= '9');
    }
}
