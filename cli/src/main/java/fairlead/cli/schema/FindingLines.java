package fairlead.cli.schema;

import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Text;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Position;
import fairlead.schema.source.Positions;
import fairlead.schema.source.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Findings of the server in the form of [TextReport]: with the line and column that a pointer leads to.
public final class FindingLines {

    private final Palette palette;
    private final Function<String, Optional<byte[]>> files;
    private final Map<String, Optional<Positions>> known = new HashMap<>();

    /// @param files the content of a file that was sent, as far as it is at hand
    public FindingLines(Palette palette, Function<String, Optional<byte[]>> files) {
        this.palette = palette;
        this.files = files;
    }

    /// One finding.
    ///
    /// @param target a file and a JSON Pointer into it: `schema.json#/properties/Name`
    /// @param error whether nothing was registered for it
    public String line(String target, boolean error, String id, String message) {
        int hash = target.indexOf('#');
        String file = hash < 0 ? target : target.substring(0, hash);
        String pointer = hash < 0 ? "" : target.substring(hash + 1);
        String place = place(file, pointer).map(at -> file + ":" + at).orElse(file);
        String severity = error ? palette.red("error") : palette.yellow("warning");
        String at = pointer.isEmpty() ? "" : " at " + pointer;
        return (place.isEmpty() ? "" : palette.bold(Text.line(place)) + ": ") + severity + ": " + Text.line(message)
                + palette.dim(" [" + Text.line(id + at) + "]");
    }

    private Optional<Position> place(String file, String pointer) {
        return known.computeIfAbsent(file, name -> files.apply(name).flatMap(content -> positions(name, content)))
                .map(positions -> positions.of(pointer));
    }

    private static Optional<Positions> positions(String file, byte[] content) {
        return Notation.of(file, content).read(content) instanceof Source.Document document
                ? Optional.of(document.places().get())
                : Optional.empty();
    }
}
