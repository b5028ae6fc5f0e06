package fairlead.modelled;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.smithy.aws.traits.tagging.AwsTagIndex;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;

/// The operations that set, remove and list the tags of a resource: those that traits name; without traits the three of
/// its service that are called `TagResource`, `UntagResource` and `ListTagsForResource` or alike.
record TagOperations(Optional<OperationShape> set, Optional<OperationShape> remove, Optional<OperationShape> list) {

    private static final Pattern TAGS = Pattern.compile("[Tt]ag(s|[Ll]ist)|[Tt]ags?Map");
    private static final Pattern KEYS = Pattern.compile("[Tt]ag[Kk]eys(List)?");
    private static final Pattern ADDRESS = Pattern.compile("(resource)?(arn|id)?", Pattern.CASE_INSENSITIVE);

    static TagOperations of(Model model, ServiceShape service, ResourceShape resource) {
        AwsTagIndex index = AwsTagIndex.of(model);
        TagOperations named = new TagOperations(
                operation(model, index.getTagResourceOperation(resource)),
                operation(model, index.getUntagResourceOperation(resource)),
                operation(model, index.getListTagsForResourceOperation(resource)));
        return named.all().findAny().isPresent() ? named : usual(model, service);
    }

    private static Optional<OperationShape> operation(Model model, Optional<ShapeId> id) {
        return id.map(known -> model.expectShape(known, OperationShape.class));
    }

    /// None of them, unless the service has all three in the usual form.
    private static TagOperations usual(Model model, ServiceShape service) {
        TagOperations usual = new TagOperations(
                usual(model, service, "TagResource")
                        .filter(operation -> has(input(model, operation), TagOperations::isTags)),
                usual(model, service, "UntagResource")
                        .filter(operation -> has(input(model, operation), TagOperations::isKeys)),
                usual(model, service, "ListTags((For|Of)Resource)?")
                        .filter(operation -> has(output(model, operation), TagOperations::isTags)));
        return usual.all().count() == 3
                ? usual
                : new TagOperations(Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Optional<OperationShape> usual(Model model, ServiceShape service, String names) {
        return service.getOperations().stream()
                .filter(id -> id.getName().matches(names))
                .map(id -> model.expectShape(id, OperationShape.class))
                .filter(operation -> has(input(model, operation), TagOperations::isAddress))
                .findFirst();
    }

    private static boolean has(StructureShape shape, Predicate<MemberShape> wanted) {
        return shape.members().stream().anyMatch(wanted);
    }

    private static StructureShape input(Model model, OperationShape operation) {
        return model.expectShape(operation.getInputShape(), StructureShape.class);
    }

    private static StructureShape output(Model model, OperationShape operation) {
        return model.expectShape(operation.getOutputShape(), StructureShape.class);
    }

    /// Those that there are.
    Stream<OperationShape> all() {
        return Stream.of(set, remove, list).flatMap(Optional::stream);
    }

    /// Whether a member has tags, going by its name.
    static boolean isTags(MemberShape member) {
        return TAGS.matcher(member.getMemberName()).matches();
    }

    /// Whether a member has the keys of tags, going by its name.
    static boolean isKeys(MemberShape member) {
        return KEYS.matcher(member.getMemberName()).matches();
    }

    /// Whether a member says whose tags are meant, going by its name.
    static boolean isAddress(MemberShape member) {
        return ADDRESS.matcher(member.getMemberName()).matches();
    }

    /// Whether a member is a list of pairs, or a map, of text.
    static boolean holdsPairs(Model model, MemberShape member) {
        Shape target = model.expectShape(member.getTarget());
        if (target.isMapShape()) {
            return isText(model, target.asMapShape().orElseThrow().getValue());
        }
        return target.asListShape()
                .flatMap(list -> model.expectShape(list.getMember().getTarget()).asStructureShape())
                .filter(pair -> pair.members().size() == 2)
                .filter(pair -> pair.members().stream().allMatch(part -> isText(model, part)))
                .isPresent();
    }

    private static boolean isText(Model model, MemberShape member) {
        return model.expectShape(member.getTarget()).isStringShape();
    }
}
