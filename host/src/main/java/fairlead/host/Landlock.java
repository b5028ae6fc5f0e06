package fairlead.host;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/// Linux's Landlock: what a thread has restricted itself to holds for it and for all that it starts, and
/// can't be undone.
///
/// | Version | adds |
/// |---|---|
/// | 1 | rules for files and folders |
/// | 2 | links and moves between folders |
/// | 3 | truncating a file |
/// | 4 | connections by TCP, by the number of the port |
/// | 5 | commands to devices |
/// | 6 | signals, and sockets with an abstract name, to processes outside |
final class Landlock {

    private static final int CREATE_RULESET = 444;
    private static final int ADD_RULE = 445;
    private static final int RESTRICT_SELF = 446;
    private static final int VERSION = 1;
    private static final int PATH_BENEATH = 1;
    private static final int PORT = 2;

    private static final long EXECUTE = 1;
    private static final long WRITE_FILE = 1 << 1;
    private static final long READ_FILE = 1 << 2;
    private static final long READ_FOLDER = 1 << 3;
    private static final long OF_VERSION_1 = (1 << 13) - 1;
    private static final long REFER = 1 << 13;
    private static final long TRUNCATE = 1 << 14;
    private static final long IOCTL = 1 << 15;
    private static final long MAKE_CHARACTER_DEVICE = 1 << 6;
    private static final long MAKE_BLOCK_DEVICE = 1 << 11;
    private static final long OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL;
    private static final long SCOPES = 1 | 1 << 1;
    private static final long CONNECT = 1 << 1;
    static final int NETWORK_SINCE = 4;
    static final int SCOPED_SINCE = 6;

    private final CLibrary library;
    private final int version;

    Landlock(CLibrary library) {
        this.library = library;
        version = (int) Math.max(0, library.syscall(CREATE_RULESET, 0, 0, VERSION, 0));
    }

    /// The version of its interface; 0 where the kernel does not have it, or does not use it.
    int version() {
        return version;
    }

    private long handled() {
        long rights = OF_VERSION_1;
        rights |= version >= 2 ? REFER : 0;
        rights |= version >= 3 ? TRUNCATE : 0;
        rights |= version >= 5 ? IOCTL : 0;
        return rights;
    }

    /// A set of rules, as a descriptor: no file is to be touched, but for these. Those that are not there are
    /// left out. Where there are rules for ports, no connection is to be made by TCP but to these, if this
    /// kernel knows of them.
    int rules(Confinement confinement) throws IOException {
        boolean ports = confinement.ports().isPresent() && version >= NETWORK_SINCE;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(JAVA_LONG, 3);
            attributes.setAtIndex(JAVA_LONG, 0, handled());
            attributes.setAtIndex(JAVA_LONG, 1, ports ? CONNECT : 0);
            attributes.setAtIndex(JAVA_LONG, 2, version >= SCOPED_SINCE ? SCOPES : 0);
            long size = version >= SCOPED_SINCE ? 24 : version >= NETWORK_SINCE ? 16 : 8;
            int rules = (int) library.syscall(CREATE_RULESET, attributes.address(), size, 0, 0);
            if (rules < 0) {
                throw new IOException("can't make a set of Landlock rules: error " + -rules);
            }
            for (Path path : confinement.readable()) {
                allow(rules, path, EXECUTE | READ_FILE | READ_FOLDER);
            }
            for (Path path : confinement.writable()) {
                allow(rules, path, handled() & ~(MAKE_CHARACTER_DEVICE | MAKE_BLOCK_DEVICE | IOCTL));
            }
            for (int port : ports ? confinement.ports().orElseThrow() : List.<Integer>of()) {
                allow(rules, port);
            }
            return rules;
        }
    }

    private void allow(int rules, int port) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rule = arena.allocate(JAVA_LONG, 2);
            rule.setAtIndex(JAVA_LONG, 0, CONNECT);
            rule.setAtIndex(JAVA_LONG, 1, port);
            long failed = library.syscall(ADD_RULE, rules, PORT, rule.address(), 0);
            if (failed != 0) {
                throw new IOException("can't make a Landlock rule for the port " + port + ": error " + -failed);
            }
        }
    }

    private void allow(int rules, Path path, long rights) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Path real = path.toRealPath();
        int file = library.open(real.toString(), CLibrary.O_PATH);
        if (file < 0) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            boolean folder = Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS);
            MemorySegment rule = arena.allocate(12);
            rule.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, handled() & (folder ? rights : rights & OF_FILES));
            rule.set(ValueLayout.JAVA_INT_UNALIGNED, 8, file);
            long failed = library.syscall(ADD_RULE, rules, PATH_BENEATH, rule.address(), 0);
            if (failed != 0) {
                throw new IOException("can't make a Landlock rule for " + path + ": error " + -failed);
            }
        } finally {
            library.close(file);
        }
    }

    /// Restricts the present thread, which must have given up new privileges; 0, or the negative number of the
    /// error.
    int restrict(int rules) {
        return (int) library.syscall(RESTRICT_SELF, rules, 0, 0, 0);
    }
}
