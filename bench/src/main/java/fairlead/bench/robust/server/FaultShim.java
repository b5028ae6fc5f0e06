package fairlead.bench.robust.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Gives a process a clock that is wrong and a disk that is full: a library in front of the C library, which the C
/// compiler `cc` makes, and a file by which it is told.
public final class FaultShim {

    private static final int CLOCK = 0;
    private static final int DISK = Long.BYTES;

    private final Optional<Path> library;
    private final Path file;
    private final MappedByteBuffer told;

    private FaultShim(Optional<Path> library, Path file) throws IOException {
        this.library = library;
        this.file = file;
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            told = opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 2 * Long.BYTES);
            told.order(ByteOrder.nativeOrder());
        }
    }

    /// Makes the library in that folder; empty where there is no compiler.
    public static Optional<Path> compile(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("faults.c");
        Path library = folder.resolve("faults.so");
        try (InputStream text = Objects.requireNonNull(FaultShim.class.getResourceAsStream("faults.c"))) {
            Files.copy(text, source, StandardCopyOption.REPLACE_EXISTING);
        }
        ProcessBuilder compiler = new ProcessBuilder(
                "cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString(), "-ldl");
        try {
            int failure = compiler.inheritIO().start().waitFor();
            if (failure != 0) {
                throw new IllegalStateException("cc can't compile " + source);
            }
            return Optional.of(library);
        } catch (IOException missing) {
            System.err.println("without wrong clocks and full disks, which need cc: " + missing.getMessage());
            return Optional.empty();
        }
    }

    /// @param library as [#compile] has made it
    /// @param file by which the library is told what to do
    public static FaultShim of(Optional<Path> library, Path file) throws IOException {
        return new FaultShim(library, file);
    }

    /// Whether it has any effect.
    public boolean works() {
        return library.isPresent();
    }

    /// With these variables a process has the faults of this object.
    Map<String, String> environment() {
        return library.map(made -> Map.of("LD_PRELOAD", made.toString(), "FAULTS", file.toString()))
                .orElse(Map.of());
    }

    public void setClock(long wrongBySeconds) {
        told.putLong(CLOCK, wrongBySeconds);
    }

    public void setDiskFull(boolean full) {
        told.putLong(DISK, full ? 1 : 0);
    }
}
