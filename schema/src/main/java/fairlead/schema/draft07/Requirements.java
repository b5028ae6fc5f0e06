package fairlead.schema.draft07;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Checks that what is required is also declared.
///
/// An alternative may require what stands beside it, so a schema that is part of another is looked at in that one.
final class Requirements {

    private final Collection<Shape> shapes;
    private final Set<Shape> parts = new HashSet<>();

    Requirements(Collection<Shape> shapes) {
        this.shapes = shapes;
        shapes.forEach(shape -> shape.inPlace.forEach(part -> parts.addAll(part.closure())));
    }

    List<Flaw> unknown() {
        Set<Flaw> flaws = new LinkedHashSet<>();
        for (Shape shape : shapes) {
            if (!parts.contains(shape)) {
                check(Place.of(shape), flaws);
            }
        }
        return List.copyOf(flaws);
    }

    private static void check(Place place, Set<Flaw> flaws) {
        boolean declares = place.shapes().stream().anyMatch(shape -> declaresMembers(shape));
        if (!declares) {
            return;
        }
        for (Shape shape : place.shapes()) {
            for (String name : shape.members == null ? List.<String>of() : shape.members.required()) {
                if (place.property(name).isEmpty()) {
                    String message = "expected the name of a property, found '" + name + "'";
                    flaws.add(new Flaw("required-unknown", shape.pointer() + "/required", message));
                }
            }
        }
    }

    private static boolean declaresMembers(Shape shape) {
        return shape.members != null
                && (!shape.members.named().isEmpty()
                        || !shape.members.patterns().isEmpty());
    }
}
