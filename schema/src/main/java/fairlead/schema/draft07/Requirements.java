package fairlead.schema.draft07;

import fairlead.schema.text.PointerSteps;
import fairlead.schema.text.Spelling;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Checks that required properties are declared, and so are the properties that dependencies name.
///
/// An alternative may require a property that is declared beside it. So a schema that is part of another is
/// checked together with that one.
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
            if (shape.members != null) {
                List<String> required = shape.members.required();
                for (int i = 0; i < required.size(); i++) {
                    know(place, required.get(i), "required-unknown", shape.pointer() + "/required/" + i, flaws);
                }
                shape.members.dependencies().forEach(dependency -> dependency(place, shape, dependency, flaws));
            }
        }
    }

    private static void dependency(Place place, Shape shape, Members.Dependency dependency, Set<Flaw> flaws) {
        String at = shape.pointer() + "/dependencies/" + PointerSteps.escape(dependency.name());
        know(place, dependency.name(), "dependency-unknown", at, flaws);
        for (int i = 0; i < dependency.required().size(); i++) {
            know(place, dependency.required().get(i), "dependency-unknown", at + "/" + i, flaws);
        }
    }

    private static void know(Place place, String name, String kind, String pointer, Set<Flaw> flaws) {
        if (place.property(name).isEmpty()) {
            flaws.add(new Flaw(
                    kind,
                    pointer,
                    "expected the name of a property, found '" + name + "'" + Spelling.hint(name, place.names())));
        }
    }

    private static boolean declaresMembers(Shape shape) {
        return shape.members != null
                && (!shape.members.named().isEmpty()
                        || !shape.members.patterns().isEmpty());
    }
}
