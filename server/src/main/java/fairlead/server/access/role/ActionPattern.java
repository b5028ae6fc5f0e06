package fairlead.server.access.role;

import java.util.Locale;

/// Actions as a role names them: `*` stands for any run of characters, slashes too. Compared without regard to case.
///
/// Implements "Actions format" of "Understand Azure role definitions".
///
/// @param text as it was written
public record ActionPattern(String text) {

    /// Every action there is.
    public static final ActionPattern ALL = new ActionPattern("*");

    /// Whether it stands for that action. Takes time in proportion to the lengths of both at most.
    ///
    /// @param action its [fairlead.server.access.Action#key()]
    public boolean matches(String action) {
        return matches(text.toLowerCase(Locale.ROOT), action);
    }

    static boolean matches(String pattern, String action) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(action);
        }
        if (!action.startsWith(pattern.substring(0, star))) {
            return false;
        }
        int at = star;
        while (true) {
            int next = pattern.indexOf('*', star + 1);
            String part = pattern.substring(star + 1, next < 0 ? pattern.length() : next);
            if (next < 0) {
                return action.length() - at >= part.length() && action.endsWith(part);
            }
            int found = action.indexOf(part, at);
            if (found < 0) {
                return false;
            }
            at = found + part.length();
            star = next;
        }
    }

    /// Whether every action that the other stands for is one of this. Sure where it says so; where patterns overlap in
    /// a way that it does not see through, it says no.
    public boolean includes(ActionPattern other) {
        String own = text.toLowerCase(Locale.ROOT);
        String others = other.text.toLowerCase(Locale.ROOT);
        return own.equals(others) || matches(own, others.replace('*', '\uffff'));
    }

    /// Whether an action may be one of both. Says yes where it does not see through it.
    boolean mayMeet(ActionPattern other) {
        String own = text.toLowerCase(Locale.ROOT);
        String others = other.text.toLowerCase(Locale.ROOT);
        boolean ownLiteral = own.indexOf('*') < 0;
        if (ownLiteral || others.indexOf('*') < 0) {
            return ownLiteral ? matches(others, own) : matches(own, others);
        }
        String begin = own.substring(0, own.indexOf('*'));
        String othersBegin = others.substring(0, others.indexOf('*'));
        String end = own.substring(own.lastIndexOf('*') + 1);
        String othersEnd = others.substring(others.lastIndexOf('*') + 1);
        return (begin.startsWith(othersBegin) || othersBegin.startsWith(begin))
                && (end.endsWith(othersEnd) || othersEnd.endsWith(end));
    }
}
