package fairlead.lambda;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Finds the programs that run providers: where the operator says, else on the path.
final class Runtimes {

    private static final long PATIENCE_SECONDS = 10;

    private final Map<Language, Path> commands;

    Runtimes(Map<Language, Path> commands) {
        this.commands = commands;
    }

    /// The program for a language; of several versions of Python the one that the provider was built for.
    Path find(Project project) throws Flaw {
        Path told = commands.get(project.language());
        if (told != null) {
            return told;
        }
        List<String> names = switch (project.language()) {
            case JAVA ->
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            case PYTHON -> List.of(project.runtime(), "python3");
            case NODE -> List.of("node");
            case NATIVE -> throw new IllegalArgumentException("runs by itself");
        };
        for (String name : names) {
            Optional<Path> found = onPath(name).flatMap(program -> itself(project.language(), program));
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new Flaw(
                "provider.runtime-missing",
                Project.FILE + "#/runtime",
                "there is no " + project.language().command() + " on the path; install "
                        + project.language().product() + ", or tell where it is by --runtime "
                        + project.language().command() + "=FILE");
    }

    /// Where a program has its parts: the folder above the one that it is in, if that is `bin`. Of a program that
    /// comes with the code there is nothing else.
    ///
    /// @param code with all that surrounds it no part of a program
    List<Path> folders(Project project, Path program, Path code) throws IOException {
        if (project.language() == Language.NATIVE) {
            return List.of();
        }
        List<Path> folders = new ArrayList<>();
        for (Path each : List.of(program.toAbsolutePath(), program.toRealPath())) {
            Path folder = each.resolveSibling("");
            Path above = folder.resolveSibling("");
            boolean whole = folder.endsWith("bin") && above.getNameCount() > 0 && !code.startsWith(above.toRealPath());
            folders.add(whole ? above : each);
        }
        return folders;
    }

    private static Optional<Path> onPath(String name) {
        if (name.contains(File.separator)) {
            return Optional.of(Path.of(name)).filter(Files::isExecutable);
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return List.of(path.split(File.pathSeparator, -1)).stream()
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /// The program itself. What is on the path may be a script that chooses one by the home of its user.
    private static Optional<Path> itself(Language language, Path program) {
        return switch (language) {
            case PYTHON -> print(List.of(program.toString(), "-c", "import sys; print(sys.executable)"));
            case NODE -> print(List.of(program.toString(), "-p", "process.execPath"));
            case JAVA, NATIVE -> Optional.of(program);
        };
    }

    private static Optional<Path> print(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return Optional.of(text)
                    .filter(path -> process.exitValue() == 0 && !path.isEmpty())
                    .map(Path::of)
                    .filter(Files::isExecutable);
        } catch (IOException none) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
