package fairlead.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a process may touch of the machine's files, as far as its user may. All else is not there for it.
///
/// @param readable files, and folders with all below them, that it may read and run
/// @param writable those that it may also write
public record Confinement(List<Path> readable, List<Path> writable) {

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
    }

    /// Besides what the system has for all.
    public static Confinement of(List<Path> readable, List<Path> writable) {
        List<Path> read = new ArrayList<>(SYSTEM);
        read.addAll(readable);
        List<Path> write = new ArrayList<>(DEVICES);
        write.addAll(writable);
        return new Confinement(read, write);
    }

    private static List<Path> paths(String... names) {
        return List.of(names).stream().map(Path::of).toList();
    }
}
