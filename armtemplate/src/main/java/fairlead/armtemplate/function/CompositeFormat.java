package fairlead.armtemplate.function;

import tools.jackson.databind.JsonNode;

/// Format strings with placeholders as .NET reads them: `{index[,alignment][:format]}`.
final class CompositeFormat {

    private static final int WIDEST = 100_000;

    private final Arguments arguments;
    private final String format;
    private final StringBuilder made = new StringBuilder();
    private int at;

    private CompositeFormat(Arguments arguments) {
        this.arguments = arguments;
        this.format = arguments.text(0);
    }

    static String format(Arguments arguments) {
        CompositeFormat composite = new CompositeFormat(arguments);
        while (composite.at < composite.format.length()) {
            composite.next();
        }
        return composite.made.toString();
    }

    private void next() {
        char c = format.charAt(at++);
        boolean doubled = at < format.length() && format.charAt(at) == c;
        if (c != '{' && c != '}') {
            made.append(c);
        } else if (doubled) {
            made.append(c);
            at++;
        } else if (c == '{') {
            placeholder();
        } else {
            throw malformed();
        }
    }

    private void placeholder() {
        int index = number();
        int width = 0;
        boolean left = false;
        blanks();
        if (take(',')) {
            blanks();
            left = take('-');
            width = number();
            blanks();
        }
        String how = take(':') ? how() : "";
        if (!take('}')) {
            throw malformed();
        }
        if (index + 1 >= arguments.count()) {
            throw arguments.fault("the index '" + index
                    + "' of a format item must be less than the number of arguments, which is '"
                    + (arguments.count() - 1) + "'");
        }
        String shown = shown(arguments.get(index + 1), how);
        String blanks = " ".repeat(Math.max(0, width - shown.length()));
        made.append(left ? shown + blanks : blanks + shown);
    }

    private String shown(JsonNode value, String how) {
        return value.isNumber() && !how.isEmpty()
                ? NumberFormat.format(arguments, value, how)
                : Values.shown(value, '\'');
    }

    /// The format of one value; brackets in it are doubled.
    private String how() {
        StringBuilder how = new StringBuilder();
        while (at < format.length()) {
            char c = format.charAt(at);
            boolean doubled = at + 1 < format.length() && format.charAt(at + 1) == c;
            if (c == '}' && !doubled) {
                return how.toString();
            }
            if ((c == '{' || c == '}') && !doubled) {
                throw malformed();
            }
            how.append(c);
            at += c == '{' || c == '}' ? 2 : 1;
        }
        throw malformed();
    }

    private void blanks() {
        while (at < format.length() && format.charAt(at) == ' ') {
            at++;
        }
    }

    private boolean take(char c) {
        boolean there = at < format.length() && format.charAt(at) == c;
        if (there) {
            at++;
        }
        return there;
    }

    private int number() {
        int start = at;
        int number = 0;
        while (at < format.length() && format.charAt(at) >= '0' && format.charAt(at) <= '9') {
            number = number * 10 + format.charAt(at++) - '0';
            if (number > WIDEST) {
                throw malformed();
            }
        }
        if (start == at) {
            throw malformed();
        }
        return number;
    }

    private RuntimeException malformed() {
        return arguments.fault("the format '" + format + "' was not in a correct format at position '" + at + "'");
    }
}
