package fairlead.cli.terminal;

/// The properties of the three streams of the process.
///
/// @param in whether a person can answer a question
/// @param out whether results are read by a person
/// @param err whether progress is read by a person
/// @param width the columns of a line; results for a program are never cut
/// @param colours whether colours are wanted at all
public record Terminal(boolean in, boolean out, boolean err, int width, boolean colours) {

    private static final int USUAL_WIDTH = 80;

    public Terminal {
        width = width > 0 ? width : USUAL_WIDTH;
    }

    /// No person anywhere.
    public static Terminal none() {
        return new Terminal(false, false, false, 0, false);
    }

    /// How wide a table may be.
    public int outWidth() {
        return out ? width : Integer.MAX_VALUE;
    }

    public Palette outPalette() {
        return new Palette(out && colours);
    }

    public Palette errPalette() {
        return new Palette(err && colours);
    }
}
