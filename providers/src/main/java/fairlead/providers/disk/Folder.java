package fairlead.providers.disk;

import java.io.Closeable;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An open folder. What is in it is reached by a plain name, relative to the open descriptor and without following
/// a symbolic link, so neither a name nor a link that another program puts there between two calls leads out of it.
///
/// Writes are atomic and durable: after a crash at any point the old bytes are there or the new ones. Needs a
/// POSIX file system.
public final class Folder implements Closeable {

    /// How the name begins of what a crash may leave behind; callers keep such names for this class.
    public static final String UNFINISHED = ".fairlead-";

    /// Where a test stops the work: called after every durable change.
    static final ScopedValue<Runnable> AFTER_CHANGE = ScopedValue.newInstance();

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_READS = PosixFilePermissions.fromString("rw-------");
    private static final int LARGEST_RECORD = 64 << 20;

    private final Path path;
    private final SecureDirectoryStream<Path> stream;

    private Folder(Path path, SecureDirectoryStream<Path> stream) {
        this.path = path;
        this.stream = stream;
    }

    /// Opens a folder that the operator has named: links on the way to it are followed, once.
    @SuppressWarnings("StreamResourceLeak") // the folder is the resource, and its owner closes it
    public static Folder open(Path path) throws IOException {
        Path real = path.toRealPath();
        return new Folder(real, secure(real, Files.newDirectoryStream(real)));
    }

    /// As [#open], but makes the folder first, for its owner only, if it is missing.
    public static Folder make(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        return open(path);
    }

    /// Opens the folder at the end of this chain of names.
    ///
    /// @throws NoSuchFileException if one is missing
    public Folder at(String... names) throws IOException {
        Folder here = child(".");
        for (String name : names) {
            try (Folder parent = here) {
                here = parent.child(entry(name).toString());
            }
        }
        return here;
    }

    /// As [#at], but makes what is missing, for its owner only.
    public Folder making(String... names) throws IOException {
        Folder here = child(".");
        for (String name : names) {
            try (Folder parent = here) {
                parent.makeMissing(name);
                here = parent.child(name);
            }
        }
        return here;
    }

    private void makeMissing(String name) throws IOException {
        if (look(name).isEmpty()) {
            try {
                makeFolder(name, OWNER_ONLY);
            } catch (FileAlreadyExistsException _) {
                // another program has made it just now
            }
        }
    }

    private Folder child(String name) throws IOException {
        // Looked at first because opening a FIFO would wait for a program that writes into it.
        if (!name.equals(".")) {
            PosixFileAttributes found = look(name).orElseThrow(() -> new NoSuchFileException(name));
            if (!found.isDirectory()) {
                throw found.isSymbolicLink() ? new LinkException(name) : new NotDirectoryException(name);
            }
        }
        return enter(name);
    }

    /// Opens a folder without a look at it, so that what was swapped in since the look is met here.
    Folder enter(String name) throws IOException {
        Path below = name.equals(".") ? path : path.resolve(name);
        return new Folder(below, secure(below, stream.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS)));
    }

    /// Makes a folder with exactly these permissions.
    ///
    /// @throws FileAlreadyExistsException if something of that name is there
    public void makeFolder(String name, Set<PosixFilePermission> permissions) throws IOException {
        entry(name);
        // There is no mkdirat: if this folder was moved away meanwhile, an empty folder is made elsewhere at worst,
        // and the next line does not find it here.
        Files.createDirectory(path.resolve(name), PosixFilePermissions.asFileAttribute(permissions));
        permit(name, permissions);
        sync();
    }

    /// What is there under this name, a symbolic link as such.
    public Optional<PosixFileAttributes> look(String name) throws IOException {
        try {
            return Optional.of(view(entry(name)).readAttributes());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (FileSystemException failure) {
            // A name longer than the file system allows does not exist.
            if (name.getBytes(StandardCharsets.UTF_8).length > 255) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /// Sets the permissions of a file or folder, never those of what a link points to.
    public void permit(String name, Set<PosixFilePermission> permissions) throws IOException {
        view(entry(name)).setPermissions(permissions);
    }

    /// The bytes of a regular file; empty if there is none of that name.
    public Optional<byte[]> read(String name, int most) throws IOException {
        Optional<PosixFileAttributes> found = look(name);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (FileChannel channel = openRegular(name, found.get())) {
            return Optional.of(readAll(channel, name, most));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// A regular file, open for reading.
    public FileChannel openRegular(String name, PosixFileAttributes found) throws IOException {
        if (found.isSymbolicLink()) {
            throw new LinkException(name);
        }
        if (!found.isRegularFile()) {
            throw new FileSystemException(name, null, "is not a regular file");
        }
        return channel(entry(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /// The record of that name; empty if there is none.
    public Optional<ObjectNode> record(String name) throws IOException {
        Optional<byte[]> bytes = read(name, LARGEST_RECORD);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        JsonNode tree = JsonMapper.shared().readTree(bytes.get());
        return Optional.of((ObjectNode) tree);
    }

    /// Writes a record for its owner's eyes only.
    public void record(String name, ObjectNode record) throws IOException {
        write(name, JsonMapper.shared().writeValueAsBytes(record), OWNER_READS);
    }

    /// Writes a file as a whole, in place of the one that may be there. One writer at a time for each name.
    public void write(String name, byte[] bytes, Set<PosixFilePermission> permissions) throws IOException {
        Path target = entry(name);
        String unfinished = UNFINISHED + Digest.of(name);
        remove(unfinished);
        try {
            fill(Path.of(unfinished), bytes, permissions);
            stream.move(Path.of(unfinished), stream, target);
        } catch (IOException failure) {
            remove(unfinished);
            throw failure;
        }
        sync();
    }

    private void fill(Path file, byte[] bytes, Set<PosixFilePermission> permissions) throws IOException {
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = channel(file, options)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            view(file).setPermissions(permissions);
            channel.force(true);
        }
    }

    /// Removes a file, a link or an empty folder; false if there was nothing.
    public boolean remove(String name) throws IOException {
        boolean removed = discard(name);
        if (removed) {
            sync();
        }
        return removed;
    }

    private boolean discard(String name) throws IOException {
        Path file = entry(name);
        Optional<PosixFileAttributes> found = look(name);
        if (found.isEmpty()) {
            return false;
        }
        try {
            if (found.get().isDirectory()) {
                stream.deleteDirectory(file);
            } else {
                stream.deleteFile(file);
            }
        } catch (NoSuchFileException _) {
            return false;
        }
        return true;
    }

    /// Removes everything below this folder, links as such, until the time is up.
    ///
    /// @return whether the folder is empty now
    public boolean clear(BooleanSupplier timeIsUp) throws IOException {
        for (String name : names()) {
            if (timeIsUp.getAsBoolean() || !clearBelow(name, timeIsUp)) {
                return false;
            }
            discard(name);
        }
        sync();
        return true;
    }

    private boolean clearBelow(String name, BooleanSupplier timeIsUp) throws IOException {
        if (look(name).filter(PosixFileAttributes::isDirectory).isEmpty()) {
            return true;
        }
        try (Folder below = child(name)) {
            return below.clear(timeIsUp);
        }
    }

    /// The names of everything in this folder, sorted, also of what a crash has left behind.
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = stream.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        Collections.sort(names);
        return names;
    }

    /// The names, sorted, that pass the first test and of which what is there passes the second.
    public List<String> namesOf(Predicate<String> name, Predicate<PosixFileAttributes> kind) throws IOException {
        List<String> found = new ArrayList<>();
        for (String candidate : names()) {
            if (name.test(candidate) && look(candidate).filter(kind).isPresent()) {
                found.add(candidate);
            }
        }
        return found;
    }

    /// Any text as the name of an entry, the same text as the same name.
    public static String safe(String text) {
        // Of what is special in a path, the encoding leaves the dot.
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace(".", "%2E");
    }

    /// A file that is there to be locked.
    FileChannel lockFile(String name) throws IOException {
        return channel(
                entry(name), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    /// The path of an entry, to be shown: a program that opens it follows links.
    public Path place(String name) {
        return path.resolve(name);
    }

    private void sync() throws IOException {
        try (FileChannel channel = channel(Path.of("."), Set.of(StandardOpenOption.READ))) {
            channel.force(true);
        }
        AFTER_CHANGE.orElse(() -> {}).run();
    }

    private FileChannel channel(Path file, Set<OpenOption> options) throws IOException {
        SeekableByteChannel channel =
                stream.newByteChannel(file, options, PosixFilePermissions.asFileAttribute(OWNER_READS));
        return (FileChannel) channel;
    }

    private PosixFileAttributeView view(Path file) {
        return stream.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static byte[] readAll(FileChannel channel, String name, int most) throws IOException {
        long size = channel.size();
        if (size > most) {
            throw new FileSystemException(name, null, "is larger than " + most + " bytes");
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) size);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // read until the end
        }
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    private static Path entry(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new InvalidPathException(name, "is not the name of an entry of a folder");
        }
        return Path.of(name);
    }

    private static SecureDirectoryStream<Path> secure(Path path, DirectoryStream<Path> entries) throws IOException {
        if (entries instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        entries.close();
        throw new FileSystemException(path.toString(), null, "is on a file system without openat: POSIX is needed");
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
