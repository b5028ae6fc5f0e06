package fairlead.schema.source;

/// A place in a text; lines and columns count from 1, columns in characters.
public record Position(int line, int column) implements Comparable<Position> {

    /// Where a text begins.
    public static final Position START = new Position(1, 1);

    @Override
    public int compareTo(Position other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
