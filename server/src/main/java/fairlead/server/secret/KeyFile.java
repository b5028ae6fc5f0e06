package fairlead.server.secret;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A keyset in a file that only its owner may read.
public final class KeyFile implements KeySource {

    private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");

    private final Path file;

    public KeyFile(Path file) {
        this.file = file.toAbsolutePath().normalize();
    }

    @Override
    public String name() {
        return "the sealing key in " + file;
    }

    @Override
    public String remedy() {
        return ". Restore the file from the backup, or name another with --key-file";
    }

    @Override
    public Optional<String> read() {
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            restrict();
            return Optional.of(Files.readString(file));
        } catch (CharacterCodingException notText) {
            throw new SealKeyException(name() + " is damaged: it is no text" + remedy(), notText);
        } catch (IOException failure) {
            throw new SealKeyException(name() + " can't be read: " + failure.getMessage(), failure);
        }
    }

    /// A file that the operator has made, or copied, may be open to other users.
    private void restrict() {
        try {
            if (!PRIVATE.containsAll(Files.getPosixFilePermissions(file))) {
                Files.setPosixFilePermissions(file, PRIVATE);
            }
        } catch (IOException ofAnother) {
            LOG.warn(
                    "other users can read the sealing key in {}, and it can't be kept from them: {}",
                    file,
                    ofAnother.getMessage());
        }
    }

    @Override
    public Optional<String> changedBy() {
        return Files.isWritable(file) && Files.isWritable(file.getParent())
                ? Optional.empty()
                : Optional.of("the server may not write " + file + ": put a keyset there that has one key more, made by"
                        + " fairlead seal add-key");
    }

    @Override
    public void make(String keyset) {
        put(keyset, true);
    }

    @Override
    public void replace(String keyset) {
        put(keyset, false);
    }

    private void put(String keyset, boolean first) {
        Path folder = file.getParent();
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path fresh = Files.createTempFile(folder, "seal", ".new", PosixFilePermissions.asFileAttribute(PRIVATE));
            try {
                Files.writeString(fresh, keyset, StandardOpenOption.SYNC);
                if (first) {
                    Files.createLink(file, fresh);
                } else {
                    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                }
            } catch (FileAlreadyExistsException anotherWasFaster) {
                // Its key is as good as ours.
            } finally {
                Files.deleteIfExists(fresh);
            }
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            }
        } catch (IOException failure) {
            throw new SealKeyException(name() + " can't be written: " + failure.getMessage(), failure);
        }
    }
}
