package fairlead.host;

import fairlead.host.egress.Network;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program that a handler is, or that runs one.
///
/// @param command the program and its arguments; `{temp}` in them stands for the process's own temporary
///     folder, `{home}` for its home
/// @param environment all of it, but for what is the process's own
/// @param directory where it is started
/// @param files what it may reach of the machine's files besides the system's
/// @param network what it may reach of the network; where that is a proxy, `{proxy}` in the command stands
///     for its port
public record Program(
        List<String> command,
        Map<String, String> environment,
        Path directory,
        Files files,
        Network network,
        Limits limits) {

    /// The files that a program may reach besides the system's.
    ///
    /// @param readable its code, and the runtime of its language
    /// @param writable what it may also write
    /// @param home its home, which stays when it ends; where there is none, it has one as long as its process
    /// @param temp the same of its temporary folder
    /// @param secret what it never reaches in the system's folders
    public record Files(
            List<Path> readable, List<Path> writable, Optional<Path> home, Optional<Path> temp, List<Path> secret) {

        public Files {
            readable = List.copyOf(readable);
            writable = List.copyOf(writable);
            secret = List.copyOf(secret);
        }
    }

    /// How much a process may take, with all that it starts.
    ///
    /// @param memoryMegabytes of data, for each process
    /// @param openFiles for each process
    /// @param tasks processes and threads together, where the kernel counts them; else processes
    public record Limits(int memoryMegabytes, int openFiles, int tasks) {

        /// A thousand open files and 512 tasks.
        public static Limits ofMemory(int megabytes) {
            return new Limits(megabytes, 1024, 512);
        }
    }

    public Program {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /// The same with more in its environment.
    public Program with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return new Program(command, all, directory, files, network, limits);
    }

    /// The same, which may also connect to a port of this machine.
    public Program connecting(int port) {
        return new Program(command, environment, directory, files, network.with(port), limits);
    }
}
