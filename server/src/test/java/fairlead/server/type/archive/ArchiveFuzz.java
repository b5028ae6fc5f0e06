package fairlead.server.type.archive;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Law;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The zip archives of types.
public final class ArchiveFuzz implements FuzzTarget {

    private static final long MOST = 4 << 20;

    @Override
    public void run(byte[] input) throws IOException {
        Path above = Files.createTempDirectory(Files.createDirectories(Path.of("target", "fuzz")), "archive");
        Path folder = Files.createDirectory(above.resolve("type"));
        try {
            unpack(input, folder);
            Law.same(names(above), List.of("type"), "nothing leads out of the folder");
        } finally {
            for (Path file : files(folder)) {
                Files.delete(file);
            }
            Files.delete(folder);
            Files.delete(above);
        }
        try {
            for (SimulationFiles.Files type : SimulationFiles.of(input)) {
                Law.holds(
                        type.unpacked().schema().length <= ArchiveReader.LARGEST_DOCUMENT, "a schema is not too large");
            }
        } catch (ProblemException refused) {
            requireSaid(refused);
        }
    }

    private static void unpack(byte[] input, Path folder) throws IOException {
        try {
            TypeArchive archive = ArchiveReader.of(input, folder, MOST);
            Law.same(archive.digest(), archive.digest(), "the same digest each time");
            Law.holds(names(folder).containsAll(archive.jars().keySet()), "the files that are listed are there");
            long bytes = (long) archive.schema().length + archive.registration().length;
            for (Path file : files(folder)) {
                Law.holds(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS), "there are only files");
                bytes += Files.size(file);
            }
            Law.holds(bytes <= MOST + 100, "no more is unpacked than allowed");
        } catch (ProblemException refused) {
            requireSaid(refused);
        }
    }

    private static void requireSaid(ProblemException refused) {
        Law.holds(
                refused.problem() instanceof Problem.InvalidBody invalid
                        && !invalid.details().isEmpty(),
                "an archive is refused with what is wrong");
    }

    private static List<String> names(Path folder) throws IOException {
        return files(folder).stream().map(file -> file.getFileName().toString()).toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
