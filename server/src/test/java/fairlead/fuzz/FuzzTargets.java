package fairlead.fuzz;

import fairlead.lambda.AnswerFuzz;
import fairlead.server.arm.EnvelopeFuzz;
import fairlead.server.arm.FilterFuzz;
import fairlead.server.http.JsonBodyFuzz;
import fairlead.server.http.QueryFuzz;
import fairlead.server.registry.query.FormFuzz;
import fairlead.server.resource.AddressFuzz;
import fairlead.server.signature.SignatureFuzz;
import fairlead.server.type.archive.ArchiveFuzz;
import fairlead.server.type.definition.RegistrationFuzz;
import fairlead.smithy.protocol.CborFuzz;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// Every parser that is fuzzed, and the classes that it consists of: by their names behind `fairlead.`, with `#method`
/// where the rest of a class does something else.
enum FuzzTargets {
    JSON(
            JsonBodyFuzz::new,
            "server.http.Body#object",
            "server.http.Body#parse",
            "server.http.Body#pointer",
            "server.http.BodyLimits",
            "server.http.Surrogates",
            "server.http.TextRules#requireNoZero",
            "server.http.TextRules#wrongByte",
            "server.http.TextRules#zero",
            "server.resource.document.Documents"),
    ENVELOPE(EnvelopeFuzz::new, "server.arm.EnvelopeReader", "server.resource.change.TagRules#check"),
    JSON_PATCH(
            JsonPatchFuzz::new,
            "schema.diff.Patch",
            "schema.diff.Pointer",
            "schema.diff.Application",
            "schema.text.PointerSteps"),
    MERGE_PATCH(MergePatchFuzz::new, "server.resource.document.MergePatch"),
    SCHEMA(
            SchemaFuzz::new,
            "schema.SchemaReader",
            "schema.References",
            "schema.DocumentRules",
            "schema.PointerRules",
            "schema.PropertyPath",
            "schema.SchemaPaths",
            "schema.draft07.Compiler",
            "schema.draft07.Keywords"),
    YAML(YamlFuzz::new, "schema.source.Notation", "schema.source.JsonText", "schema.source.YamlText"),
    FORM(FormFuzz::new, "server.registry.query.FormBody", "server.registry.query.QueryParameters"),
    SIGNATURE(
            SignatureFuzz::new,
            "server.signature.SignatureClaim",
            "server.signature.Signatures#verify",
            "server.signature.CanonicalRequest",
            "server.signature.RawQuery",
            "server.signature.UriText",
            "server.signature.ChunkedBody"),
    CHUNKS(ChunksFuzz::new, "smithy.checksum.ChunkedReader", "smithy.checksum.ChunkSignatures"),
    SMITHY(SmithyFuzz::new, "smithy.Models#parse", "smithy.Models#loaded", "smithy.convert.Conversion"),
    CBOR(CborFuzz::new, "smithy.protocol.CborReader"),
    ARCHIVE(ArchiveFuzz::new, "server.type.archive.ArchiveReader", "server.type.archive.SimulationFiles"),
    FILTER(FilterFuzz::new, "server.arm.Filters", "server.event.EventFilters"),
    ARN(ArnFuzz::new, "schema.arn.Arn", "schema.arn.ArnTemplate"),
    ADDRESS(
            AddressFuzz::new,
            "server.arm.address.Addresses",
            "server.resource.record.ResourceId#parse",
            "server.operation.OperationId#parse"),
    ENTITY_TAGS(EntityTagsFuzz::new, "server.precondition.EntityTags"),
    QUERY(QueryFuzz::new, "server.http.Query", "server.http.Forwarded", "schema.text.Percent"),
    REGISTRATION(
            RegistrationFuzz::new,
            "server.type.definition.Registration#read",
            "server.type.definition.RegistrationReader",
            "server.type.definition.Action#read",
            "server.type.definition.Sku#read",
            "server.type.definition.DriftSettings"),
    ANSWER(AnswerFuzz::new, "lambda.Answer");

    // Method references and a list of constants: nothing changes them.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Supplier<FuzzTarget> target;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> parsers;

    FuzzTargets(Supplier<FuzzTarget> target, String... parsers) {
        this.target = target;
        this.parsers = List.of(parsers);
    }

    /// As commands and files call it.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static FuzzTargets of(String word) {
        return Arrays.stream(values())
                .filter(target -> target.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no parser is called " + word));
    }

    FuzzTarget make() {
        return target.get();
    }

    List<String> parsers() {
        return parsers;
    }
}
