package fairlead.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The operating system's user that the server runs as: ourselves, or an ordinary user where we are root, because
/// PostgreSQL refuses to run as root.
///
/// @param name the user's name; empty for ourselves
/// @param prefix what goes in front of a command so that it runs as that user
record ServerUser(String name, List<String> prefix) {

    private static final List<String> ORDINARY = List.of("postgres", "nobody");

    static ServerUser find() {
        if (!Command.run(List.of("id", "-u")).equals("0")) {
            return new ServerUser("", List.of());
        }
        return ORDINARY.stream()
                .filter(name -> Command.works(List.of("id", "-u", name)))
                .flatMap(ServerUser::ways)
                .filter(user -> Command.works(user.command("true")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("PostgreSQL refuses to run as root, and neither setpriv, "
                        + "runuser, su nor sudo could run a command as one of " + ORDINARY));
    }

    private static Stream<ServerUser> ways(String name) {
        return Stream.of(
                        List.of("setpriv", "--reuid", name, "--regid", group(name), "--clear-groups", "--"),
                        List.of("runuser", "-u", name, "--"),
                        List.of("su", name, "-s", "/bin/sh", "-c", "exec \"$0\" \"$@\"", "--"),
                        List.of("sudo", "-n", "-u", name, "--"))
                .map(prefix -> new ServerUser(name, prefix));
    }

    private static String group(String name) {
        return Command.run(List.of("id", "-g", name));
    }

    List<String> command(String... command) {
        List<String> whole = new ArrayList<>(prefix);
        whole.addAll(List.of(command));
        return whole;
    }

    /// Gives the folder to this user.
    void own(Path folder) {
        if (!name.isEmpty()) {
            Command.run(List.of("chown", "-R", name + ":" + group(name), folder.toString()));
        }
    }

    boolean canWriteIn(Path folder) {
        return Command.works(command("test", "-w", folder.toString()));
    }
}
