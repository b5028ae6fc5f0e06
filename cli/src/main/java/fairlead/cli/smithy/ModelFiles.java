package fairlead.cli.smithy;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.smithy.Models;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;
import software.amazon.smithy.model.Model;

/// The parameter for the files of a model.
public final class ModelFiles {

    @Parameters(
            arity = "1..*",
            paramLabel = "MODEL",
            description = "files and folders of Smithy IDL or JSON; later ones may add traits to earlier ones")
    private List<Path> files = List.of();

    Models.Loaded load() {
        return load(files);
    }

    /// A model that can be used; else what keeps it from that has been said.
    public Model sound(Session session) {
        return sound(session, files);
    }

    /// The same, of files that are named in another way.
    public static Model sound(Session session, List<Path> files) {
        Models.Loaded loaded = load(files);
        if (!loaded.sound()) {
            SmithyCommand.tell(session, loaded.findings());
            throw new Refused(Exit.INVALID, "the model can't be used as it is");
        }
        return loaded.model().orElseThrow();
    }

    private static Models.Loaded load(List<Path> files) {
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new Refused(Exit.USAGE, "there is no file or folder " + file);
            }
        }
        return Models.load(files);
    }
}
