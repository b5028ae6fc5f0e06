package fairlead.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What `.ci/full` needs around a fuzzer: takes the kept inputs apart and puts new ones beside them, replays inputs
/// under a tool that measures coverage, and writes a target's line of the page.
public final class FuzzTool {

    /// Of one target, so that the build stays quick: the fuzzer finds the others again.
    private static final int MOST_KEPT = 120;

    private static final int LONGEST_KEPT = 2000;

    private FuzzTool() {}

    public static void main(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case "unpack" -> unpack(FuzzTargets.of(arguments[1]), Path.of(arguments[2]));
            case "line" -> System.out.println(FuzzCorpus.line(Files.readAllBytes(Path.of(arguments[1]))));
            case "keep" -> keep(FuzzTargets.of(arguments[1]), Path.of(arguments[2]));
            case "replay" -> replay(FuzzTargets.of(arguments[1]), Path.of(arguments[2]));
            case "page" ->
                FuzzPage.write(FuzzTargets.of(arguments[1]), List.of(arguments).subList(2, arguments.length));
            default -> throw new IllegalArgumentException("unpack, line, keep, replay or page");
        }
    }

    private static void unpack(FuzzTargets target, Path folder) throws IOException {
        int number = 0;
        for (byte[] input : FuzzCorpus.read(target)) {
            Files.write(folder.resolve("kept-" + number++), input);
        }
    }

    /// Adds inputs to those that are kept, the shortest first.
    private static void keep(FuzzTargets target, Path folder) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(FuzzCorpus.file(target)));
        List<byte[]> inputs = new ArrayList<>();
        for (Path file : files(folder)) {
            inputs.add(Files.readAllBytes(file));
        }
        inputs.sort(Comparator.comparingInt(input -> input.length));
        for (byte[] input : inputs) {
            String line = FuzzCorpus.line(input);
            if (lines.size() < MOST_KEPT && line.length() <= LONGEST_KEPT && !lines.contains(line)) {
                lines.add(line);
            }
        }
        Files.write(FuzzCorpus.file(target), lines);
    }

    private static void replay(FuzzTargets target, Path folder) throws IOException {
        FuzzTarget parser = target.make();
        for (Path file : files(folder)) {
            parser.run(Files.readAllBytes(file));
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
