package fairlead.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// Rows under headings, aligned, no wider than the terminal.
///
/// Where it is too wide, the widest columns are cut first, and none below [#NARROWEST]. A column of keys, which
/// people copy, is never cut.
public final class Table {

    private static final int NARROWEST = 8;
    private static final String GAP = "  ";

    /// A heading and how its cells are painted.
    private record Column(String heading, boolean right, boolean key, UnaryOperator<String> paint) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    public Table column(String heading) {
        return column(heading, UnaryOperator.identity());
    }

    public Table column(String heading, UnaryOperator<String> paint) {
        columns.add(new Column(heading, false, false, paint));
        return this;
    }

    /// A column of numbers or ages.
    public Table right(String heading) {
        columns.add(new Column(heading, true, false, UnaryOperator.identity()));
        return this;
    }

    /// A column of names or ids.
    public Table key(String heading) {
        columns.add(new Column(heading, false, true, UnaryOperator.identity()));
        return this;
    }

    public Table row(List<String> cells) {
        rows.add(cells.stream()
                .map(Text::line)
                .map(cell -> cell.isEmpty() ? "-" : cell)
                .toList());
        return this;
    }

    public Table row(String... cells) {
        return row(Arrays.asList(cells));
    }

    /// The lines, headings first.
    public List<String> lines(int width, Palette palette) {
        int[] widths = widths(width);
        List<String> lines = new ArrayList<>();
        lines.add(line(columns.stream().map(Column::heading).toList(), widths, true, palette));
        rows.forEach(row -> lines.add(line(row, widths, false, palette)));
        return lines;
    }

    private int[] widths(int width) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            int widest = rows.stream()
                    .mapToInt(row -> Text.width(row.get(column)))
                    .max()
                    .orElse(0);
            widths[i] = Math.max(widest, Text.width(columns.get(i).heading()));
        }
        int room = width - GAP.length() * (widths.length - 1);
        int excess = Arrays.stream(widths).sum() - room;
        for (; excess > 0 && shrinkWidest(widths); excess--) {}
        return widths;
    }

    private boolean shrinkWidest(int[] widths) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            boolean candidate = !columns.get(i).key() && widths[i] > NARROWEST;
            widest = candidate && (widest < 0 || widths[i] > widths[widest]) ? i : widest;
        }
        if (widest >= 0) {
            widths[widest]--;
        }
        return widest >= 0;
    }

    private String line(List<String> cells, int[] widths, boolean heading, Palette palette) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Column column = columns.get(i);
            String cell = Text.cut(cells.get(i), widths[i]);
            String blanks = " ".repeat(widths[i] - Text.width(cell));
            String painted = heading ? palette.bold(cell) : column.paint().apply(cell);
            boolean last = i == widths.length - 1;
            line.append(column.right() ? blanks + painted : painted + (last ? "" : blanks));
            line.append(last ? "" : GAP);
        }
        return line.toString();
    }
}
