package fairlead.document;

/// Escapes text for Markdown.
final class Markdown {

    private static final String SPECIAL = "\\`*_[]<>#|~$";

    private Markdown() {}

    /// Words for a table's cell or a paragraph: one line, nothing in it has a meaning.
    static String words(String text) {
        StringBuilder escaped = new StringBuilder();
        String line = text.strip().replaceAll("\\s+", " ");
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                default -> escaped.append(SPECIAL.indexOf(c) >= 0 ? "\\" : "").append(c);
            }
        }
        return escaped.toString();
    }

    /// A word as code, in a table's cell too.
    static String code(String word) {
        String line = word.replaceAll("\\s", " ").replace("|", "\\|");
        String fence = "`";
        while (line.contains(fence)) {
            fence += "`";
        }
        boolean edge = line.startsWith("`") || line.endsWith("`") || line.isEmpty();
        return edge ? fence + " " + line + " " + fence : fence + line + fence;
    }

    /// The name by which a heading can be linked to.
    static String anchor(String heading) {
        return heading.toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
