package fairlead.smithy;

import java.util.Optional;
import software.amazon.smithy.model.SourceLocation;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.validation.ValidationEvent;

/// Something that was found in a model.
///
/// @param id stable, hierarchical by dots
/// @param shape which shape it is about, if it is about one
/// @param file where it stands; line and column count from 1, and are 0 where they are not known
public record ModelFinding(
        Severity severity, String id, Optional<String> shape, String file, int line, int column, String message) {

    /// How bad it is.
    public enum Severity {
        /// The model can't be used as it is.
        ERROR,
        /// The model can be used, but breaks a rule of the specification.
        WARNING,
        /// Worth knowing.
        NOTE
    }

    static ModelFinding of(ValidationEvent event) {
        SourceLocation source = event.getSourceLocation();
        boolean known = !source.equals(SourceLocation.NONE);
        return new ModelFinding(
                severity(event),
                event.getId(),
                event.getShapeId().map(ShapeId::toString),
                known ? source.getFilename() : "",
                known ? source.getLine() : 0,
                known ? source.getColumn() : 0,
                event.getMessage());
    }

    /// A finding of our own.
    public static ModelFinding about(Severity severity, String id, Shape shape, String message) {
        SourceLocation source = shape.getSourceLocation();
        return new ModelFinding(
                severity,
                id,
                Optional.of(shape.getId().toString()),
                source.getFilename(),
                source.getLine(),
                source.getColumn(),
                message);
    }

    private static Severity severity(ValidationEvent event) {
        return switch (event.getSeverity()) {
            case ERROR -> Severity.ERROR;
            case DANGER, WARNING -> Severity.WARNING;
            case NOTE, SUPPRESSED -> Severity.NOTE;
        };
    }

    /// The same, no worse than a warning: a rule that another author's model breaks must not keep callers from using
    /// it.
    public ModelFinding asWarning() {
        return severity == Severity.ERROR
                ? new ModelFinding(Severity.WARNING, id, shape, file, line, column, message)
                : this;
    }
}
