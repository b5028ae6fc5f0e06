package fairlead.cli.terminal;

/// Text as a terminal shows it.
public final class Text {

    private Text() {}

    /// The text on one line, with nothing in it that steers a terminal: what a server says is never obeyed.
    public static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\n', '\t' -> line.append(' ');
                case '\r' -> {}
                default -> line.appendCodePoint(steers(point) ? 0xFFFD : point);
            }
        });
        return line.toString();
    }

    private static boolean steers(int point) {
        int type = Character.getType(point);
        return type == Character.CONTROL || (type == Character.FORMAT && point != 0x200D);
    }

    /// The columns it takes.
    public static int width(String text) {
        return text.codePoints().map(Text::width).sum();
    }

    private static int width(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> wide(point) ? 2 : 1;
        };
    }

    private static boolean wide(int point) {
        return point >= 0x1100
                && (point <= 0x115F
                        || (point >= 0x2E80 && point <= 0xA4CF)
                        || (point >= 0xAC00 && point <= 0xD7A3)
                        || (point >= 0xF900 && point <= 0xFAFF)
                        || (point >= 0xFE30 && point <= 0xFE6F)
                        || (point >= 0xFF00 && point <= 0xFF60)
                        || (point >= 0x1F300 && point <= 0x1FAFF)
                        || (point >= 0x20000 && point <= 0x3FFFD));
    }

    /// The text, or its beginning and an ellipsis where it is wider than that.
    public static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        StringBuilder beginning = new StringBuilder();
        int used = 1;
        for (int point : text.codePoints().toArray()) {
            used += width(point);
            if (used > columns) {
                break;
            }
            beginning.appendCodePoint(point);
        }
        return columns < 1 ? "" : beginning + "…";
    }

    /// The text filled up with blanks to that width.
    public static String pad(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }
}
