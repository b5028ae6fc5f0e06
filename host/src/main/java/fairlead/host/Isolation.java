package fairlead.host;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What this machine has to keep handlers apart.
public final class Isolation {

    private static final int CHILD_SUBREAPER = 36;

    private static @Nullable Isolation known;

    private final CLibrary library;
    private final Landlock landlock;

    private Isolation(CLibrary library, Landlock landlock) {
        this.library = library;
        this.landlock = landlock;
    }

    static synchronized Isolation get() throws IOException {
        Isolation found = known;
        if (found == null) {
            try {
                CLibrary library = new CLibrary();
                found = new Isolation(library, new Landlock(library));
                // What a handler leaves behind becomes a child of this process, which so can end it.
                library.prctl(CHILD_SUBREAPER, 1);
            } catch (UnsupportedOperationException other) {
                throw new IOException("handlers run in processes of their own on Linux only", other);
            }
            known = found;
        }
        return found;
    }

    /// What is missing here, for people; empty if nothing is.
    public static Optional<String> lack() {
        try {
            int version = get().landlock.version();
            if (version == 0) {
                return Optional.of(
                        "this kernel has no Landlock: handlers can read the files of the server's user, its key"
                                + " and database among them, and connect past the 'egress' of their type");
            }
            if (version < Landlock.NETWORK_SINCE) {
                return Optional.of(
                        "this kernel's Landlock has version " + version + ", and no rules for signals before "
                                + Landlock.SCOPED_SINCE + " and for connections before " + Landlock.NETWORK_SINCE
                                + ": handlers can end processes of the server's user, and connect past the 'egress' of"
                                + " their type");
            }
            return version < Landlock.SCOPED_SINCE
                    ? Optional.of("this kernel's Landlock has version " + version + ", and no rules for signals before "
                            + Landlock.SCOPED_SINCE + ": handlers can end processes of the server's user")
                    : Optional.empty();
        } catch (IOException none) {
            return Optional.of(String.valueOf(none.getMessage()));
        }
    }

    /// Whether this kernel refuses handlers all connections by TCP but those that go by the proxy.
    public static boolean confinesConnections() {
        try {
            return get().landlock.version() >= Landlock.NETWORK_SINCE;
        } catch (IOException none) {
            return false;
        }
    }

    ChildProcess start(Confinement confinement, ChildProcess.Plan plan) throws IOException {
        if (landlock.version() == 0) {
            return ChildProcess.start(library, landlock, -1, plan);
        }
        int rules = landlock.rules(confinement);
        try {
            return ChildProcess.start(library, landlock, rules, plan);
        } finally {
            library.close(rules);
        }
    }

    /// Ends a process that is no child of ours yet, or one that has become one.
    void kill(int process) {
        library.kill(process, CLibrary.SIGKILL);
    }

    /// Takes away what is left of a child that has ended.
    void reap(int process) {
        library.takeStatus(process);
    }
}
