package fairlead.schema;

import static fairlead.schema.Schemas.REPORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What holds for every model of a report.
class LawsTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Property
    void equalityIsReflexive(@ForAll("reports") ObjectNode model) {
        assertThat(REPORT.equal(model, model.deepCopy())).isTrue();
    }

    @Property
    void equalityIsSymmetric(@ForAll("reports") ObjectNode a, @ForAll("reports") ObjectNode b) {
        assertThat(REPORT.equal(a, b)).isEqualTo(REPORT.equal(b, a));
    }

    @Property
    void equalityIgnoresTheOrderOfSetsAndMultisets(@ForAll("reports") ObjectNode model, @ForAll Random random) {
        ObjectNode shuffled = shuffled(model, "Rules", random);
        assertThat(REPORT.equal(model, shuffled(shuffled, "Readers", random))).isTrue();
    }

    @Property
    void equalModelsMeetEachOther(@ForAll("reports") ObjectNode a, @ForAll("reports") ObjectNode b) {
        if (REPORT.equal(a, b)) {
            assertThat(REPORT.unmet(a, b)).isEmpty();
        }
        assertThat(REPORT.unmet(a, a.deepCopy())).isEmpty();
    }

    @Property
    void whatHoldsMoreIsStillMet(@ForAll("reports") ObjectNode model, @ForAll Random random) {
        ObjectNode more = shuffled(model.deepCopy().put("State", "done"), "Rules", random);
        more.path("Rules").forEach(rule -> ((ObjectNode) rule).put("Id", "1"));
        assertThat(REPORT.unmet(REPORT.withoutReadOnly(model), more)).isEmpty();
    }

    @Property
    void nothingChangesBetweenEqualModels(@ForAll("reports") ObjectNode model, @ForAll Random random) {
        assertThat(REPORT.changed(model, shuffled(model, "Rules", random), REPORT.createOnly()))
                .isEmpty();
    }

    @Property
    void secretsPutBackMakeTheModelWhole(@ForAll("reports") ObjectNode model) {
        assertThat(REPORT.overlay(REPORT.withoutWriteOnly(model), REPORT.onlyWriteOnly(model)))
                .isEqualTo(model);
    }

    @Property
    void takingSecretsOutTwiceIsTakingThemOutOnce(@ForAll("reports") ObjectNode model) {
        ObjectNode visible = REPORT.withoutWriteOnly(model);
        assertThat(REPORT.withoutWriteOnly(visible)).isEqualTo(visible);
        REPORT.writeOnly().forEach(path -> assertThat(path.find(visible)).isEmpty());
    }

    @Property
    void identifiersComeBack(@ForAll("parts") String department, @ForAll int number) {
        ObjectNode model = NODES.objectNode().put("Department", department).put("Number", number);
        String text = REPORT.identifier(model).orElseThrow();
        assertThat(REPORT.equal(REPORT.parseIdentifier(text), model)).isTrue();
        assertThat(REPORT.identifier(REPORT.parseIdentifier(text))).contains(text);
    }

    @Property
    void textIsAnIdentifierInOneFormOrNone(@ForAll("parts") String text) {
        ObjectNode parsed;
        try {
            parsed = REPORT.parseIdentifier(text);
        } catch (IllegalArgumentException e) {
            return;
        }
        assertThat(REPORT.identifier(parsed)).contains(text);
    }

    @Property
    void noSecretIsShownInAFinding(@ForAll("reports") ObjectNode model) {
        ObjectNode wrong = model.deepCopy().put("Key", "geheim");
        wrong.putObject("Owner").put("Password", "geheim");
        wrong.putArray("Rules").add("geheim").addObject().put("Token", "geheim");
        assertThat(REPORT.validateInput(wrong))
                .hasSizeGreaterThan(3)
                .noneMatch(finding -> finding.message().contains("geheim"));
    }

    @Provide
    Arbitrary<String> parts() {
        return Arbitraries.strings().withChars("ab1|\\-é ").ofMinLength(1).ofMaxLength(6);
    }

    @Provide
    Arbitrary<ObjectNode> reports() {
        Arbitrary<JsonNode> text =
                Arbitraries.strings().withChars("ab").ofMaxLength(2).map(NODES::stringNode);
        Arbitrary<JsonNode> port = Arbitraries.integers().between(0, 2).map(NODES::numberNode);
        Arbitrary<JsonNode> texts = list(text, 3);
        Arbitrary<JsonNode> rule =
                object(List.of("Name", "Token", "Ports", "Id"), List.of(text, text, list(port, 3), text));
        Arbitrary<JsonNode> owner = object(List.of("Name", "Password"), List.of(text, text));
        return object(
                        List.of("Department", "Title", "Owner", "Rules", "Readers", "Pages", "Key", "Copies"),
                        List.of(text, text, owner, list(rule, 4), texts, texts, text, texts))
                .map(ObjectNode.class::cast);
    }

    private static Arbitrary<JsonNode> list(Arbitrary<JsonNode> items, int most) {
        return items.list().ofMaxSize(most).map(list -> NODES.arrayNode().addAll(list));
    }

    /// An object that has each member or not.
    private static Arbitrary<JsonNode> object(List<String> names, List<Arbitrary<JsonNode>> values) {
        Arbitrary<ObjectNode> object = Arbitraries.create(NODES::objectNode);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            Arbitrary<JsonNode> value =
                    values.get(i).injectNull(0.3).map(node -> node == null ? NODES.missingNode() : node);
            object = object.flatMap(holder -> value.map(with(holder, name)));
        }
        return object.map(Function.identity());
    }

    private static Function<JsonNode, ObjectNode> with(ObjectNode holder, String name) {
        return value -> {
            ObjectNode copy = holder.deepCopy();
            return value.isMissingNode() ? copy : copy.set(name, value);
        };
    }

    private static ObjectNode shuffled(ObjectNode model, String name, Random random) {
        ObjectNode copy = model.deepCopy();
        if (copy.get(name) instanceof ArrayNode list) {
            List<JsonNode> items = new ArrayList<>(list.values());
            Collections.shuffle(items, random);
            list.removeAll().addAll(items);
        }
        return copy;
    }
}
