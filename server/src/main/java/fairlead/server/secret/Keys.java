package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/// Where the sealing key is kept: a file that only its owner may read, or, where several nodes share a database
/// and no file is named, the database itself. Made at first use.
public final class Keys {

    private static final String FIND = "SELECT keyset FROM seal_key WHERE id = 1";
    private static final String MAKE = "INSERT INTO seal_key (id, keyset) VALUES (1, ?) ON CONFLICT (id) DO NOTHING";

    private Keys() {}

    /// The keyset in the file.
    public static String inFile(Path file) {
        try {
            if (!Files.exists(file)) {
                make(file);
            }
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("the sealing key in " + file, failure);
        }
    }

    private static void make(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = Files.createTempFile(
                file.toAbsolutePath().getParent(),
                "seal",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(fresh, Vault.newKeyset(), StandardOpenOption.SYNC);
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException anotherWasFaster) {
            // Its key is as good as ours.
        } finally {
            Files.delete(fresh);
        }
    }

    /// The keyset in the database.
    public static String inDatabase(Database database) {
        byte[] keyset = database.read(transaction -> transaction.one(FIND, Row::bytes))
                .orElseGet(() -> database.write(transaction -> {
                    transaction.update(MAKE, (Object) Vault.newKeyset().getBytes(StandardCharsets.UTF_8));
                    return transaction.one(FIND, Row::bytes).orElseThrow();
                }));
        return new String(keyset, StandardCharsets.UTF_8);
    }
}
