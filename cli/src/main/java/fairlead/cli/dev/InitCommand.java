package fairlead.cli.dev;

import fairlead.cli.contract.ReportFiles;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.schema.TypeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "init",
        description = "Make the project of a new type: a schema, a handler that works, and inputs for its tests.",
        footer = {"", "What it makes passes its contract tests at once: fairlead test DIR"})
public final class InitCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", arity = "0..1", paramLabel = "DIR", description = "the folder to make (else by the name)")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--type", paramLabel = "NAME", required = true, description = "Acme::Wine::Cellar for example")
    private String type = "";

    @Option(
            names = "--language",
            paramLabel = "LANGUAGE",
            description = "what the handler is written in: java, python, typescript or go (java)")
    private ProjectTemplate.Language language = ProjectTemplate.Language.JAVA;

    public InitCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ProjectTemplate skeleton = new ProjectTemplate(
                name(), language, session.env().clock().instant().toString());
        Path target = folder.orElseGet(() -> Path.of(skeleton.folder()));
        requireNew(target);
        skeleton.files().forEach((file, content) -> ReportFiles.write(target.resolve(file), content));
        skeleton.files().keySet().forEach(session.out()::println);
        session.out().flush();
        session.done(type + " is in " + target + "; next: fairlead test " + target);
        return Exit.OK.code();
    }

    private TypeName name() {
        TypeName name;
        try {
            name = TypeName.parse(type);
        } catch (IllegalArgumentException wrong) {
            throw new Refused(
                    Exit.USAGE, "'" + type + "' is no name of a type; expected three words such as Acme::Wine::Cellar");
        }
        if (name.organization().equalsIgnoreCase("Fairlead")) {
            throw new Refused(
                    Exit.USAGE, "the organization Fairlead is reserved; expected a name such as Acme::Wine::Cellar");
        }
        return name;
    }

    private static void requireNew(Path target) {
        if (Files.isRegularFile(target)) {
            throw new Refused(Exit.CONFLICT, target + " is a file; nothing was written");
        }
        if (Files.isDirectory(target)) {
            try (Stream<Path> files = Files.list(target)) {
                if (files.findAny().isPresent()) {
                    throw new Refused(Exit.CONFLICT, target + " is not empty; nothing was written");
                }
            } catch (IOException unreadable) {
                throw new Refused(Exit.USAGE, "can't read " + target + ": " + unreadable.getMessage());
            }
        }
    }
}
