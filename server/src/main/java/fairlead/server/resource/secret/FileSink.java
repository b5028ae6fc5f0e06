package fairlead.server.resource.secret;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Files in a folder, each subscription's in a folder of its own. A file has the mode 0600 from its first moment on,
/// and
/// is replaced as a whole: a reader sees the secrets of before or those of now. A link in the way is not followed.
public final class FileSink implements SecretSink {

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private final Path root;

    public FileSink(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    @Override
    public void write(String subscription, String path, ObjectNode values, String property) throws Failed {
        byte[] content = content(values, property);
        try {
            Path folder = root;
            if (!Files.isDirectory(folder)) {
                throw new Failed("the folder of --secret-files is not there");
            }
            String[] names = (subscription + "/" + path).split("/");
            for (int i = 0; i + 1 < names.length; i++) {
                folder = in(folder, names[i]);
            }
            replace(folder, folder.resolve(names[names.length - 1]), content);
        } catch (IOException failure) {
            throw new Failed("the file can't be written: " + failure.getClass().getSimpleName(), failure);
        }
    }

    private static byte[] content(ObjectNode values, String property) throws Failed {
        JsonNode wanted = values.at(property);
        if (wanted.isMissingNode()) {
            throw new Failed("there is no secret at " + property);
        }
        return wanted.isString()
                ? wanted.asString("").getBytes(StandardCharsets.UTF_8)
                : JsonMapper.shared().writeValueAsBytes(wanted);
    }

    private static Path in(Path folder, String name) throws IOException, Failed {
        Path inner = folder.resolve(name);
        if (!Files.isDirectory(inner, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.exists(inner, LinkOption.NOFOLLOW_LINKS)) {
                throw new Failed("there is something else than a folder in the way, called " + name);
            }
            Files.createDirectory(inner, PosixFilePermissions.asFileAttribute(FOLDER));
        }
        return inner;
    }

    private static void replace(Path folder, Path file, byte[] content) throws IOException, Failed {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new Failed("there is a folder of that name");
        }
        Path fresh = Files.createTempFile(folder, ".secret", ".new", PosixFilePermissions.asFileAttribute(FILE));
        try {
            Files.write(fresh, content, StandardOpenOption.SYNC);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }
}
