package fairlead.cli.stack;

import fairlead.cli.http.Problem;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.schema.source.Fault;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Position;
import fairlead.schema.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Files with plain resources: YAML of any number of documents, JSON of one, each with a resource or a list of some.
/// What
/// is said of a resource is told with the file and the line where it stands.
final class ResourceFiles {

    private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");
    private static final String TEMPLATE = "/template/";

    private final List<Found> resources;
    private final List<String> faults;

    /// A resource, and where it was found.
    ///
    /// @param pointer in its document
    private record Found(JsonNode resource, String file, Source.Document document, String pointer) {

        String at(String below) {
            Position place = document.places().get().of(pointer + below);
            return file + ":" + place.line() + ":" + place.column();
        }
    }

    private ResourceFiles(List<Found> resources, List<String> faults) {
        this.resources = resources;
        this.faults = faults;
    }

    /// Reads files, the files of folders and of those below them, and `-` for standard input.
    static ResourceFiles read(Session session, List<String> paths) {
        ResourceFiles files = new ResourceFiles(new ArrayList<>(), new ArrayList<>());
        for (String path : paths) {
            if (!path.equals("-") && Files.isDirectory(Path.of(path))) {
                of(Path.of(path)).forEach(file -> files.read(session, file));
            } else {
                files.read(session, path);
            }
        }
        return files;
    }

    private static List<String> of(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !isHidden(folder.relativize(file)))
                    .map(Path::toString)
                    .filter(file -> ENDINGS.stream().anyMatch(file.toLowerCase(Locale.ROOT)::endsWith))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + folder + ": " + unreadable.getMessage());
        }
    }

    private static boolean isHidden(Path file) {
        for (Path part : file) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private void read(Session session, String file) {
        byte[] content = session.read(file);
        String name = file.equals("-") ? "standard input" : file;
        for (Source source : Notation.readAll(file, content)) {
            switch (source) {
                case Source.Malformed(var fault) -> faults.add(line(name, fault));
                case Source.Document document -> {
                    document.faults().forEach(fault -> faults.add(line(name, fault)));
                    gather(name, document);
                }
            }
        }
    }

    private static String line(String file, Fault fault) {
        Position place = fault.position();
        String pointer = fault.pointer().isEmpty() ? "" : fault.pointer() + ": ";
        return file + ":" + place.line() + ":" + place.column() + ": " + pointer + fault.message();
    }

    /// A document of nothing is none; a list is what it holds, as is the answer to a GET of a list.
    private void gather(String file, Source.Document document) {
        JsonNode root = document.root();
        boolean answer = root.path("value").isArray() && !root.has("type");
        if (root.isArray() || answer) {
            JsonNode list = answer ? root.path("value") : root;
            String above = answer ? "/value/" : "/";
            for (int i = 0; i < list.size(); i++) {
                resources.add(new Found(list.get(i), file, document, above + i));
            }
        } else if (!root.isNull()) {
            resources.add(new Found(root, file, document, ""));
        }
    }

    /// All that is wrong with the files, each with its place. That nothing is in them is more likely a mistake than the
    /// wish for an empty set.
    List<String> faults() {
        return faults.isEmpty() && resources.isEmpty()
                ? List.of("there is no resource in them; 'fairlead stack delete' deletes a set with all that it has")
                : List.copyOf(faults);
    }

    /// The resources in their order.
    List<JsonNode> resources() {
        return resources.stream().map(Found::resource).toList();
    }

    /// What the server says of the resources, each with its place in the files.
    List<String> told(Problem problem) {
        return problem.details().stream()
                .map(detail -> place(detail.target())
                        .map(place -> place + ": " + detail.message())
                        .orElse((detail.target() + "  " + detail.message()).strip()))
                .toList();
    }

    /// Where something stands that the server has named, with its pointer in the resource: `a.yaml:3:5: /name`.
    ///
    /// @param target a JSON pointer among the resources, behind `/template`
    Optional<String> place(String target) {
        if (!target.startsWith(TEMPLATE)) {
            return Optional.empty();
        }
        String[] parts = target.substring(TEMPLATE.length()).split("/", 2);
        int index = parts[0].matches("[0-9]{1,7}") ? Integer.parseInt(parts[0]) : resources.size();
        if (index >= resources.size()) {
            return Optional.empty();
        }
        String below = parts.length == 1 ? "" : "/" + parts[1];
        return Optional.of(resources.get(index).at(below) + (below.isEmpty() ? "" : ": " + below));
    }
}
