package fairlead.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a process may touch of the machine's files, as far as its user may, and where it may connect to. All
/// other files are not there for it.
///
/// @param readable files, and folders with all below them, that it may read and run
/// @param writable those that it may also write
/// @param ports that it may connect to by TCP; empty if it may connect to all
public record Confinement(List<Path> readable, List<Path> writable, Optional<Set<Integer>> ports) {

    private static final Logger LOG = LoggerFactory.getLogger(Confinement.class);

    /// What every program needs: the system's programs and libraries, its settings, and what the kernel tells.
    private static final List<Path> SYSTEM = paths(
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib32",
            "/lib64",
            "/libx32",
            "/opt",
            "/nix/store",
            "/etc",
            "/run/systemd/resolve",
            "/proc",
            "/sys/devices/system",
            "/sys/fs/cgroup",
            "/sys/kernel/mm",
            "/dev/zero",
            "/dev/random",
            "/dev/urandom");

    private static final List<Path> DEVICES = paths("/dev/null", "/dev/full");

    public Confinement {
        readable = List.copyOf(readable);
        writable = List.copyOf(writable);
        ports = ports.map(Set::copyOf);
    }

    /// Besides what the system has for all.
    ///
    /// @param secret what is left out of the system's folders
    public static Confinement of(List<Path> readable, List<Path> writable, List<Path> secret) {
        return of(SYSTEM, readable, writable, secret);
    }

    static Confinement of(List<Path> system, List<Path> readable, List<Path> writable, List<Path> secret) {
        List<Path> hidden = secret.stream().map(RealPath::of).toList();
        List<Path> read = new ArrayList<>();
        system.forEach(folder -> add(read, RealPath.of(folder), hidden));
        read.addAll(readable);
        List<Path> write = new ArrayList<>(DEVICES);
        write.addAll(writable);
        return new Confinement(read, write, Optional.empty());
    }

    /// The same, which may connect by TCP to these ports alone.
    Confinement connectingTo(Set<Integer> allowed) {
        return new Confinement(readable, writable, Optional.of(allowed));
    }

    /// A rule for a folder is one for all in it. So a folder that holds a secret is allowed by what else it
    /// holds.
    private static void add(List<Path> allowed, Path path, List<Path> hidden) {
        boolean within = hidden.stream().anyMatch(path::startsWith);
        boolean above = hidden.stream().anyMatch(secret -> secret.startsWith(path));
        if (!within && !above) {
            allowed.add(path);
        } else if (!within && Files.isDirectory(path)) {
            try (Stream<Path> inside = Files.list(path)) {
                inside.forEach(each -> add(allowed, RealPath.of(each), hidden));
            } catch (IOException | UncheckedIOException unreadable) {
                LOG.warn("handlers can read nothing in {}", path, unreadable);
            }
        }
    }

    private static List<Path> paths(String... names) {
        return List.of(names).stream().map(Path::of).toList();
    }
}
