package fairlead.smithy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.loader.ModelAssembler;
import software.amazon.smithy.model.validation.Severity;
import software.amazon.smithy.model.validation.ValidatedResult;
import software.amazon.smithy.model.validation.ValidationEvent;

/// Loads models: Smithy IDL (`.smithy`) and the JSON AST (`.json`), with the traits of AWS, CloudFormation and IAM.
///
/// A trait that no library knows is left alone, as is a member that a newer specification has added.
public final class Models {

    private Models() {}

    /// A model, and what was found in it.
    ///
    /// @param model empty if it can't be read at all
    public record Loaded(Optional<Model> model, List<ModelFinding> findings) {

        public Loaded {
            findings = List.copyOf(findings);
        }

        /// Whether anything in it is an error.
        public boolean sound() {
            return model.isPresent()
                    && findings.stream().noneMatch(finding -> finding.severity() == ModelFinding.Severity.ERROR);
        }
    }

    /// Loads files and folders as one model. Later files may add to shapes of earlier ones (`apply`), so an overlay
    /// gives traits to a model that lacks them.
    ///
    /// @throws UncheckedIOException if a file can't be read
    public static Loaded load(List<Path> files) {
        ModelAssembler assembler = Model.assembler(Models.class.getClassLoader())
                .discoverModels(Models.class.getClassLoader())
                .putProperty(ModelAssembler.ALLOW_UNKNOWN_TRAITS, true);
        files.stream().flatMap(Models::models).forEach(assembler::addImport);
        return loaded(assembler.assemble());
    }

    /// Loads a text in IDL or JSON.
    ///
    /// @param name what findings call it; its ending says which of the two it is
    public static Loaded parse(String name, String text) {
        return loaded(Model.assembler(Models.class.getClassLoader())
                .discoverModels(Models.class.getClassLoader())
                .putProperty(ModelAssembler.ALLOW_UNKNOWN_TRAITS, true)
                .addUnparsedModel(name, text)
                .assemble());
    }

    private static Stream<Path> models(Path path) {
        if (!Files.isDirectory(path)) {
            return Stream.of(path);
        }
        try (Stream<Path> within = Files.walk(path)) {
            return within
                    .filter(file -> file.toString().endsWith(".smithy")
                            || file.toString().endsWith(".json"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read " + path, failure);
        }
    }

    private static Loaded loaded(ValidatedResult<Model> result) {
        List<ModelFinding> findings = new ArrayList<>();
        for (ValidationEvent event : result.getValidationEvents()) {
            if (event.getSeverity() != Severity.SUPPRESSED && !isOfLibrary(event)) {
                findings.add(ModelFinding.of(event));
            }
        }
        return new Loaded(result.getResult(), findings);
    }

    /// A remark on a shape that comes with a library: the author of the model can't do anything about it.
    private static boolean isOfLibrary(ValidationEvent event) {
        return event.getSeverity() != Severity.ERROR
                && event.getSourceLocation().getFilename().startsWith("jar:");
    }
}
