package fairlead.smithy.data;

import fairlead.schema.data.DataClass;
import fairlead.schema.text.PointerSteps;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.smithy.aws.traits.DataTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;

/// The classes of a model's data.
///
/// "the data classification of a member inherits the effective data classification applied to a parent structure,
/// union, or list unless overridden": a member's own word counts first, then that of what it targets, then that of
/// what it is in; maps hand down theirs as lists do. So a class belongs to a path and not to a shape: a string
/// that two structures use may have two.
public final class DataClasses {

    private final Model model;

    public DataClasses(Model model) {
        this.model = model;
    }

    /// The class of a value within another; empty if nothing says one.
    ///
    /// @param path names of members; in a list or map any text stands for its elements
    public Optional<DataClass> at(Shape root, List<String> path) {
        Shape shape = root;
        Optional<DataClass> effective = own(root);
        for (String step : path) {
            Optional<MemberShape> member = member(shape, step);
            if (member.isEmpty()) {
                return Optional.empty();
            }
            shape = model.expectShape(member.get().getTarget());
            effective = effective(member.get(), shape, effective);
        }
        return effective;
    }

    private static Optional<MemberShape> member(Shape shape, String step) {
        if (shape.isListShape()) {
            return shape.asListShape().map(list -> list.getMember());
        }
        if (shape.isMapShape()) {
            return shape.asMapShape().map(map -> map.getValue());
        }
        return shape.getMember(step);
    }

    /// Everything within a shape that has a class, by its path: JSON Pointers with `*` for any element of a list or
    /// map. A shape within itself is followed once.
    public Map<String, DataClass> within(Shape root) {
        Map<String, DataClass> classes = new LinkedHashMap<>();
        walk(root, own(root), "", shape -> false, classes);
        return Collections.unmodifiableMap(classes);
    }

    private void walk(
            Shape shape,
            Optional<DataClass> effective,
            String path,
            Predicate<Shape> above,
            Map<String, DataClass> classes) {
        effective.ifPresent(known -> classes.put(path, known));
        if (above.test(shape)) {
            return;
        }
        Predicate<Shape> within = above.or(shape::equals);
        for (MemberShape member : shape.members()) {
            if (isKey(shape, member)) {
                continue;
            }
            Shape target = model.expectShape(member.getTarget());
            String step = shape.isListShape() || shape.isMapShape() ? "*" : PointerSteps.escape(member.getMemberName());
            walk(target, effective(member, target, effective), path + "/" + step, within, classes);
        }
    }

    private static boolean isKey(Shape shape, MemberShape member) {
        return shape.isMapShape() && member.getMemberName().equals("key");
    }

    /// The class of a member.
    ///
    /// @param target what it targets
    /// @param container the class of what it is in
    public static Optional<DataClass> effective(MemberShape member, Shape target, Optional<DataClass> container) {
        Optional<DataClass> said = own(member);
        return (said.isPresent() ? said : own(target)).or(() -> container);
    }

    /// The class that a shape says itself.
    public static Optional<DataClass> own(Shape shape) {
        return shape.getTrait(DataTrait.class).map(trait -> DataClass.of(trait.getValue()));
    }
}
