package fairlead.smithy.convert;

import java.util.EnumSet;
import java.util.Set;
import software.amazon.smithy.model.shapes.Shape;

/// A property of a resource, as its operations show it together: when it has a value, whether a create must have it,
/// and the shape that describes it best.
final class Property {

    private final String name;
    private final Set<Mutability> mutability = EnumSet.noneOf(Mutability.class);
    private Shape shape;
    private boolean locked;
    private boolean required;
    private boolean described;

    Property(String name, Shape shape) {
        this.name = name;
        this.shape = shape;
    }

    String name() {
        return name;
    }

    Shape shape() {
        return shape;
    }

    boolean required() {
        return required;
    }

    /// Another place where it occurs. Inputs describe it better than outputs: they hold what a caller must keep to.
    ///
    /// @param input whether callers give it there
    void seen(Shape member, Set<Mutability> when, boolean input) {
        if (!locked) {
            mutability.addAll(when);
        }
        if (input && !described) {
            shape = member;
            described = true;
        }
    }

    /// Whatever else is seen of it: this is when it has a value.
    void lock(Set<Mutability> when) {
        mutability.clear();
        mutability.addAll(when);
        locked = true;
    }

    void require() {
        required = true;
    }

    boolean createOnly() {
        return mutability.contains(Mutability.CREATE) && !mutability.contains(Mutability.WRITE);
    }

    boolean readOnly() {
        return mutability.equals(EnumSet.of(Mutability.READ));
    }

    boolean writeOnly() {
        return !mutability.isEmpty() && !mutability.contains(Mutability.READ);
    }

    boolean settable() {
        return !readOnly();
    }
}
