package fairlead.schema.reference;

import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Keeps what others find in a folder, so that it is asked for once. It stays until the file is removed.
///
/// @param behind who is asked for what is not kept yet
public record CachedDocuments(Path folder, Documents behind) implements Documents {

    @Override
    public Lookup find(URI uri) {
        Path file = folder.resolve(key(uri) + ".json");
        try {
            if (Files.isRegularFile(file)
                    && Notation.JSON.read(Files.readAllBytes(file))
                            instanceof Source.Document(var root, var _, var _)) {
                return new Lookup.Found(root);
            }
        } catch (IOException e) {
            // As if it were not kept.
        }
        Lookup lookup = behind.find(uri);
        if (lookup instanceof Lookup.Found(var document)) {
            keep(file, document.toString());
        }
        return lookup;
    }

    /// A cache that can't be written to is slow, not wrong.
    private void keep(Path file, String document) {
        try {
            Files.createDirectories(folder);
            Path fresh = Files.createTempFile(folder, "fresh", ".part");
            Files.writeString(fresh, document);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            System.getLogger(CachedDocuments.class.getName())
                    .log(System.Logger.Level.DEBUG, "can't keep a document in " + folder, e);
        }
    }

    private static String key(URI uri) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(uri.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
