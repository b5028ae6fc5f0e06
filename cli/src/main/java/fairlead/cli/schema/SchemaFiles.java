package fairlead.cli.schema;

import fairlead.schema.Profile;
import fairlead.schema.check.Checked;
import fairlead.schema.check.Checker;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.FolderDocuments;
import fairlead.schema.reference.TypeDocuments;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Files with resource type schemas, read together so that they can refer to each other.
///
/// In a folder, and in those below it, a file counts if its name ends in `.json`, `.yaml` or `.yml` and it either can't
/// be read or has a member that only a resource type schema has. A file that is named always counts.
public final class SchemaFiles {

    private static final List<String> ENDINGS = List.of(".json", ".yaml", ".yml");
    private static final List<String> MARKS = List.of("typeName", "primaryIdentifier", "handlers");

    private final List<Read> files;
    private final int others;

    /// A file: what was read, or why it could not be.
    private sealed interface Read {

        record Text(Path path, Source source) implements Read {}

        record Unreadable(Path path, String why) implements Read {}

        record Other() implements Read {}
    }

    /// @param named whether it was asked for by name
    private record Candidate(Path path, boolean named) {}

    private SchemaFiles(List<Read> files, int others) {
        this.files = files;
        this.others = others;
    }

    /// Reads files and folders.
    public static SchemaFiles read(List<Path> paths) {
        List<Candidate> candidates = new ArrayList<>();
        List<Read> unreadable = Collections.synchronizedList(new ArrayList<>());
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                walk(path, candidates, unreadable);
            } else {
                candidates.add(new Candidate(path, true));
            }
        }
        List<Read> read = candidates.parallelStream().map(SchemaFiles::read).toList();
        List<Read> schemas = Stream.concat(unreadable.stream(), read.stream())
                .filter(file -> !(file instanceof Read.Other))
                .toList();
        return new SchemaFiles(schemas, unreadable.size() + read.size() - schemas.size());
    }

    private static void walk(Path folder, List<Candidate> found, List<Read> unreadable) {
        List<Candidate> here = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                    String name = "" + path.getFileName();
                    boolean skipped = !path.equals(folder) && (name.startsWith(".") || name.equals("node_modules"));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                    String name = path.toString().toLowerCase(Locale.ROOT);
                    if (attributes.isRegularFile() && ENDINGS.stream().anyMatch(name::endsWith)) {
                        here.add(new Candidate(path, false));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path path, IOException failure) {
                    unreadable.add(new Read.Unreadable(path, why(failure)));
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            unreadable.add(new Read.Unreadable(folder, why(failure)));
        }
        here.sort(java.util.Comparator.comparing(Candidate::path));
        found.addAll(here);
    }

    private static Read read(Candidate candidate) {
        Path path = candidate.path;
        try {
            if (Files.size(path) > Notation.LONGEST) {
                return new Read.Unreadable(path, "one of more than " + Notation.LONGEST / (1 << 20) + " MiB");
            }
            byte[] content = Files.readAllBytes(path);
            Source source = Notation.of(path.toString(), content).read(content);
            boolean counts = candidate.named
                    || switch (source) {
                        case Source.Malformed _ -> true;
                        case Source.Document(var root, var _, var _) ->
                            MARKS.stream().anyMatch(root::has);
                    };
            return counts ? new Read.Text(path, source) : new Read.Other();
        } catch (IOException failure) {
            return new Read.Unreadable(path, why(failure));
        }
    }

    private static String why(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "no such file";
            case java.nio.file.AccessDeniedException _ -> "one without permission to read it";
            default -> String.valueOf(failure.getMessage());
        };
    }

    /// How many files in the folders are something else.
    public int others() {
        return others;
    }

    /// The documents that could be read.
    public List<JsonNode> documents() {
        List<JsonNode> documents = new ArrayList<>();
        for (Read file : files) {
            if (file instanceof Read.Text(var _, Source.Document(var root, var _, var _)) && root.isObject()) {
                documents.add(root);
            }
        }
        return documents;
    }

    /// Where a schema in these files may refer to: one beside it, or any of these, or what is elsewhere.
    public Documents references(Documents elsewhere) {
        return TypeDocuments.of(documents()).or(elsewhere);
    }

    /// Checks them all, on as many threads as there are processors.
    public List<Checked> check(Documents elsewhere, Profile profile) {
        Documents together = references(elsewhere);
        return files.parallelStream()
                .map(file -> check(file, together, profile))
                .toList();
    }

    private static Checked check(Read file, Documents together, Profile profile) {
        return switch (file) {
            case Read.Unreadable(var path, var why) -> Checked.unreadable(path.toString(), why);
            case Read.Other() -> throw new IllegalStateException("left out before");
            case Read.Text(var path, var source) -> {
                Path folder = path.toAbsolutePath().getParent();
                Documents beside = folder == null ? Documents.none() : new FolderDocuments(folder);
                yield new Checker(beside.or(together), profile).check(path.toString(), source);
            }
        };
    }
}
