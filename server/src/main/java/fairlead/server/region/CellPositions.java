package fairlead.server.region;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A follower's position in the history of each cell.
///
/// @param tokens of the cells, by the first location of each
record CellPositions(Map<String, String> tokens) {

    static final CellPositions NOW = new CellPositions(Map.of());

    private static final Pattern PART = Pattern.compile("([a-z0-9]+)\\.([A-Za-z0-9-]+)");

    CellPositions {
        tokens = Map.copyOf(tokens);
    }

    static CellPositions oldest(Cells cells) {
        return new CellPositions(cells.all().stream()
                .collect(Collectors.toMap(cell -> cell.locations().getFirst(), _ -> "oldest")));
    }

    /// Reads what [#toString()] has written; a problem with another place to watch from.
    static CellPositions parse(String text) {
        return read(text)
                .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_WATCH_TOKEN,
                        "'" + text + "' is not a place to watch from; expected the id of an event that a front has "
                                + "told, or 'oldest'.",
                        "from")));
    }

    /// Reads what [#toString()] has written; empty for anything else.
    static Optional<CellPositions> read(String text) {
        Map<String, String> tokens = new TreeMap<>();
        for (String part : text.split("~", -1)) {
            Matcher parts = PART.matcher(part);
            if (!parts.matches()) {
                return Optional.empty();
            }
            tokens.put(parts.group(1), parts.group(2));
        }
        return Optional.of(new CellPositions(tokens));
    }

    Optional<String> of(Cell cell) {
        return cell.locations().stream().filter(tokens::containsKey).findFirst().map(tokens::get);
    }

    CellPositions with(Cell cell, String token) {
        Map<String, String> next = new TreeMap<>(tokens);
        cell.locations().forEach(next::remove);
        next.put(cell.locations().getFirst(), token);
        return new CellPositions(next);
    }

    @Override
    public String toString() {
        return new TreeMap<>(tokens)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "." + entry.getValue())
                        .collect(Collectors.joining("~"));
    }
}
