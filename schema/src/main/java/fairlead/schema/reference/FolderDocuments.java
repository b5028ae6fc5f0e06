package fairlead.schema.reference;

import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// The documents in one folder, by file name. Folders below or above it are never looked into.
public record FolderDocuments(Path folder) implements Documents {

    @Override
    public Lookup find(URI uri) {
        String name = Documents.fileName(uri);
        Path file = folder.resolve(name);
        if (name.isEmpty() || !Files.isRegularFile(file)) {
            return Lookup.Missing.because("there is no file " + file);
        }
        try {
            if (Files.size(file) > Notation.LONGEST) {
                return Lookup.Missing.because(file + " is too large");
            }
            byte[] content = Files.readAllBytes(file);
            return switch (Notation.of(name, content).read(content)) {
                case Source.Document(var root, var _, var _) -> new Lookup.Found(root);
                case Source.Malformed(var fault) ->
                    Lookup.Missing.because(file + ":" + fault.position() + ": " + fault.message());
            };
        } catch (IOException e) {
            return Lookup.Missing.because(file + " can't be read: " + e.getMessage());
        }
    }
}
