package fairlead.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What is used of the C library and of Linux's system calls. Results are those of the functions; where a function
/// tells why it failed in `errno`, the result is `-errno`.
final class CLibrary {

    static final int O_RDONLY = 0;
    static final int O_WRONLY = 1;
    static final int O_APPEND = 0x400;
    static final int O_CLOEXEC = 0x80000;
    static final int O_PATH = 0x200000;
    static final int SIGKILL = 9;

    private static final int P_PID = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x1000000;
    private static final int WNOHANG = 1;
    private static final int EINTR = 4;

    /// More than any C library needs for what it keeps in them.
    private static final long OPAQUE = 1024;

    private static final short POSIX_SPAWN_SETSIGDEF = 4;
    private static final short POSIX_SPAWN_SETSIGMASK = 8;
    private static final short POSIX_SPAWN_SETSID = 0x80;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final MethodHandle syscall = told("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private final MethodHandle prctl = told("prctl", 1, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private final MethodHandle open = told("open", 2, ADDRESS, JAVA_INT, JAVA_INT);
    private final MethodHandle close = told("close", -1, JAVA_INT);
    private final MethodHandle pipe2 = told("pipe2", -1, ADDRESS, JAVA_INT);
    private final MethodHandle kill = told("kill", -1, JAVA_INT, JAVA_INT);
    private final MethodHandle waitid = told("waitid", -1, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private final MethodHandle waitpid = told("waitpid", -1, JAVA_INT, ADDRESS, JAVA_INT);
    private final MethodHandle spawn = plain("posix_spawnp", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private final MethodHandle actionsInit = plain("posix_spawn_file_actions_init", ADDRESS);
    private final MethodHandle actionsDestroy = plain("posix_spawn_file_actions_destroy", ADDRESS);
    private final MethodHandle actionsDup2 = plain("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
    private final MethodHandle attributesInit = plain("posix_spawnattr_init", ADDRESS);
    private final MethodHandle attributesDestroy = plain("posix_spawnattr_destroy", ADDRESS);
    private final MethodHandle attributesFlags =
            plain("posix_spawnattr_setflags", ADDRESS, java.lang.foreign.ValueLayout.JAVA_SHORT);
    private final MethodHandle attributesMask = plain("posix_spawnattr_setsigmask", ADDRESS, ADDRESS);
    private final MethodHandle attributesDefault = plain("posix_spawnattr_setsigdefault", ADDRESS, ADDRESS);
    private final MethodHandle signalsNone = plain("sigemptyset", ADDRESS);
    private final MethodHandle signalsAll = plain("sigfillset", ADDRESS);

    /// A function that tells in `errno` why it failed.
    ///
    /// @param fixed how many arguments it has before those that are variable; -1 if none are
    // The signatures are those of the C library.
    @SuppressWarnings("restricted")
    private static MethodHandle told(String name, int fixed, MemoryLayout... arguments) {
        MemoryLayout result = name.equals("syscall") ? JAVA_LONG : JAVA_INT;
        Linker.Option state = Linker.Option.captureCallState("errno");
        Linker.Option[] options = fixed < 0
                ? new Linker.Option[] {state}
                : new Linker.Option[] {state, Linker.Option.firstVariadicArg(fixed)};
        return LINKER.downcallHandle(address(name), FunctionDescriptor.of(result, arguments), options);
    }

    /// A function whose result says why it failed.
    // The signatures are those of the C library.
    @SuppressWarnings("restricted")
    private static MethodHandle plain(String name, MemoryLayout... arguments) {
        return LINKER.downcallHandle(address(name), FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private static MemorySegment address(String name) {
        return LINKER.defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
    }

    private interface Call {
        long in(MemorySegment state) throws Throwable;
    }

    private static long told(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long result = call.in(state);
            return result < 0 ? -(int) ERRNO.get(state, 0L) : result;
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked);
        }
    }

    private static void sound(String what, Call call) {
        long result = told(call);
        if (result != 0) {
            throw new IllegalStateException(what + " failed: " + result);
        }
    }

    long syscall(int number, long first, long second, long third, long fourth) {
        return told(state -> (long) syscall.invokeExact(state, (long) number, first, second, third, fourth));
    }

    long prctl(int option, long second) {
        return told(state -> (int) prctl.invokeExact(state, option, second, 0L, 0L, 0L));
    }

    /// A descriptor that no program inherits by itself.
    int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path, StandardCharsets.UTF_8);
            return (int) told(state -> (int) open.invokeExact(state, name, flags | O_CLOEXEC, 0));
        }
    }

    void close(int descriptor) {
        long ignored = told(state -> (int) close.invokeExact(state, descriptor));
        assert ignored <= 0;
    }

    /// Both ends of a pipe, where it is read and where it is written; no program inherits them by itself.
    int[] pipe() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            sound("pipe2", state -> (int) pipe2.invokeExact(state, ends, O_CLOEXEC));
            return new int[] {ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1)};
        }
    }

    long kill(int process, int signal) {
        return told(state -> (int) kill.invokeExact(state, process, signal));
    }

    /// Waits until a child has ended, and leaves it there.
    void awaitEnd(int process) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment information = arena.allocate(OPAQUE, 8);
            long result;
            do {
                result = told(state -> (int) waitid.invokeExact(state, P_PID, process, information, WEXITED | WNOWAIT));
            } while (result == -EINTR);
        }
    }

    /// Takes the exit status of a child that has ended, as a shell gives it: 128 and the signal's number if a signal
    /// has ended it. Negative if it has not ended, or is no child.
    int takeStatus(int process) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            long taken = told(state -> (int) waitpid.invokeExact(state, process, status, WNOHANG));
            if (taken != process) {
                return -1;
            }
            int value = status.get(JAVA_INT, 0);
            int signal = value & 0x7f;
            return signal == 0 ? value >> 8 & 0xff : 128 + signal;
        }
    }

    /// A program to start: all that is allocated for it, so that nothing but one call is left to be made.
    final class Spawn implements AutoCloseable {

        private final Arena arena = Arena.ofShared();
        private final MemorySegment actions = arena.allocate(OPAQUE, 16);
        private final MemorySegment attributes = arena.allocate(OPAQUE, 16);
        private final MemorySegment program;
        private final MemorySegment arguments;
        private final MemorySegment environment;
        private final MemorySegment started = arena.allocate(JAVA_INT);

        /// @param descriptors what the program gets as its descriptors 0, 1, and so on
        Spawn(List<String> command, List<String> variables, int[] descriptors) {
            program = arena.allocateFrom(command.getFirst(), StandardCharsets.UTF_8);
            arguments = strings(command);
            environment = strings(variables);
            sound("posix_spawn_file_actions_init", _ -> (int) actionsInit.invokeExact(actions));
            for (int i = 0; i < descriptors.length; i++) {
                int target = i;
                sound("posix_spawn_file_actions_adddup2", _ ->
                        (int) actionsDup2.invokeExact(actions, descriptors[target], target));
            }
            MemorySegment signals = arena.allocate(OPAQUE, 16);
            sound("posix_spawnattr_init", _ -> (int) attributesInit.invokeExact(attributes));
            sound("sigemptyset", _ -> (int) signalsNone.invokeExact(signals));
            sound("posix_spawnattr_setsigmask", _ -> (int) attributesMask.invokeExact(attributes, signals));
            sound("sigfillset", _ -> (int) signalsAll.invokeExact(signals));
            sound("posix_spawnattr_setsigdefault", _ -> (int) attributesDefault.invokeExact(attributes, signals));
            short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID;
            sound("posix_spawnattr_setflags", _ -> (int) attributesFlags.invokeExact(attributes, flags));
        }

        private MemorySegment strings(List<String> texts) {
            MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
            for (int i = 0; i < texts.size(); i++) {
                array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i), StandardCharsets.UTF_8));
            }
            array.setAtIndex(ADDRESS, texts.size(), MemorySegment.NULL);
            return array;
        }

        /// Starts it: its process id, or the negative number of the error.
        int start() {
            long failed = told(_ -> {
                int error = (int) spawn.invokeExact(started, program, actions, attributes, arguments, environment);
                return (long) error;
            });
            return failed == 0 ? started.get(JAVA_INT, 0) : -(int) failed;
        }

        @Override
        public void close() {
            told(_ -> (int) actionsDestroy.invokeExact(actions));
            told(_ -> (int) attributesDestroy.invokeExact(attributes));
            arena.close();
        }
    }
}
