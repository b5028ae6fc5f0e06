package fairlead.smithy.checksum;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.aws.traits.HttpChecksumTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.OperationIndex;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeType;
import software.amazon.smithy.model.traits.EnumValueTrait;
import software.amazon.smithy.model.traits.HttpChecksumRequiredTrait;
import software.amazon.smithy.model.traits.HttpHeaderTrait;
import software.amazon.smithy.model.traits.HttpPayloadTrait;
import software.amazon.smithy.model.traits.StreamingTrait;

/// Reads the traits of a model that are about checksums. Only this class of the package knows models: who has no model
/// needs no library for them.
public final class ChecksumTraits {

    private ChecksumTraits() {}

    /// What the model says about an operation.
    public static OperationChecksums of(Model model, OperationShape operation) {
        Optional<HttpChecksumTrait> trait = operation.getTrait(HttpChecksumTrait.class);
        boolean alone = operation.hasTrait(HttpChecksumRequiredTrait.class);
        if (trait.isEmpty() && !alone) {
            return OperationChecksums.NONE;
        }
        Map<String, MemberShape> input = OperationIndex.of(model).getInputMembers(operation);
        return new OperationChecksums(
                trait.flatMap(HttpChecksumTrait::getRequestAlgorithmMember)
                        .flatMap(name -> Optional.ofNullable(input.get(name)))
                        .map(member -> member(model, member)),
                trait.map(HttpChecksumTrait::isRequestChecksumRequired).orElse(alone),
                explicit(input),
                input.values().stream().anyMatch(member -> streams(model, member)),
                trait.flatMap(HttpChecksumTrait::getRequestValidationModeMember),
                trait.map(HttpChecksumTrait::getResponseAlgorithms).orElse(List.of()));
    }

    private static OperationChecksums.AlgorithmMember member(Model model, MemberShape member) {
        List<String> words = model.expectShape(member.getTarget()).members().stream()
                .flatMap(value -> value.getTrait(EnumValueTrait.class).flatMap(EnumValueTrait::getStringValue).stream())
                .toList();
        return new OperationChecksums.AlgorithmMember(member.getMemberName(), header(member), words);
    }

    private static Optional<String> header(MemberShape member) {
        return member.getTrait(HttpHeaderTrait.class).map(HttpHeaderTrait::getValue);
    }

    private static Map<String, String> explicit(Map<String, MemberShape> input) {
        Map<String, String> headers = new LinkedHashMap<>();
        input.forEach((name, member) -> header(member)
                .filter(header -> Fields.isChecksum(header) || header.equalsIgnoreCase(RequestChecksum.MD5))
                .ifPresent(header -> headers.put(name, header)));
        return headers;
    }

    private static boolean streams(Model model, MemberShape member) {
        Shape target = model.expectShape(member.getTarget());
        return member.hasTrait(HttpPayloadTrait.class)
                && target.getType() == ShapeType.BLOB
                && target.hasTrait(StreamingTrait.class);
    }
}
