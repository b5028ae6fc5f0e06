package fairlead.server.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The one hash of a plan.
class PlanTest {

    private static final String ID = "/subscriptions/s/resourceGroups/g/providers/N.S/things/one";

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private static Plan.Step step(ObjectNode desired) {
        return new Plan.Step(Plan.Verb.UPDATE, "N.S/things/write", ID, Optional.of("\"1-a\""), "A::B::C@1", desired);
    }

    private static Plan plan(ObjectNode desired) {
        return new Plan("ann", 7, List.of(step(desired)));
    }

    /// In this order of names, at each depth.
    private static ObjectNode shuffled(ObjectNode object, Random order) {
        List<String> names = new ArrayList<>(object.propertyNames());
        Collections.shuffle(names, order);
        ObjectNode other = JsonNodeFactory.instance.objectNode();
        names.forEach(name -> other.set(
                name, object.get(name) instanceof ObjectNode inner ? shuffled(inner, order) : object.get(name)));
        return other;
    }

    private static ObjectNode document(List<String> names, List<Integer> numbers) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode inner = document.putObject("inner");
        for (int i = 0; i < names.size(); i++) {
            document.put(names.get(i), numbers.get(i % numbers.size()));
            inner.put(names.get(i), names.get(i));
        }
        return document;
    }

    @Property(tries = 200)
    void doesNotDependOnTheOrderOfNames(
            @ForAll @Size(min = 1, max = 8) List<@AlphaChars @NumericChars String> names,
            @ForAll @Size(min = 1, max = 8) List<Integer> numbers,
            @ForAll long order) {
        ObjectNode document = document(names, numbers);
        assertThat(plan(shuffled(document, new Random(order))).hash())
                .isEqualTo(plan(document).hash());
    }

    @Property(tries = 200)
    void changesWithAnyValueAndAnyName(
            @ForAll @Size(min = 1, max = 8) List<@AlphaChars @NumericChars String> names,
            @ForAll @Size(min = 1, max = 8) List<Integer> numbers,
            @ForAll int other) {
        ObjectNode document = document(names, numbers);
        Set<String> hashes = new HashSet<>(Set.of(plan(document).hash()));
        for (String name : List.copyOf(document.propertyNames())) {
            ObjectNode without = document.deepCopy();
            without.remove(name);
            assertThat(hashes.add(plan(without).hash())).isTrue();
            ObjectNode changed = document.deepCopy();
            changed.put(name, "other " + other);
            assertThat(hashes.add(plan(changed).hash())).isTrue();
        }
    }

    @Test
    void changesWithEachOfItsParts() {
        ObjectNode desired = json("{'a': 1}");
        Plan.Step step = step(desired);
        List<Plan> plans = List.of(
                plan(desired),
                new Plan("ben", 7, List.of(step)),
                new Plan("ann", 8, List.of(step)),
                new Plan("ann", 7, List.of(step, step)),
                new Plan("ann", 7, List.of()),
                with(new Plan.Step(Plan.Verb.CREATE, step.action(), ID, step.base(), step.type(), desired)),
                with(new Plan.Step(step.verb(), "N.S/things/delete", ID, step.base(), step.type(), desired)),
                with(new Plan.Step(step.verb(), step.action(), ID + "2", step.base(), step.type(), desired)),
                with(new Plan.Step(step.verb(), step.action(), ID, Optional.of("\"2-a\""), step.type(), desired)),
                with(new Plan.Step(step.verb(), step.action(), ID, Optional.empty(), step.type(), desired)),
                with(new Plan.Step(step.verb(), step.action(), ID, step.base(), "A::B::C@2", desired)));
        assertThat(plans).extracting(Plan::hash).doesNotHaveDuplicates().allMatch(Plan::isHash);
    }

    private static Plan with(Plan.Step step) {
        return new Plan("ann", 7, List.of(step));
    }

    @Test
    void dependsOnTheOrderOfStepsAndItems() {
        Plan.Step one = step(json("{'a': 1}"));
        Plan.Step other = step(json("{'a': 2}"));
        assertThat(new Plan("ann", 7, List.of(one, other)).hash())
                .isNotEqualTo(new Plan("ann", 7, List.of(other, one)).hash());
        assertThat(plan(json("{'a': [1, 2]}")).hash())
                .isNotEqualTo(plan(json("{'a': [2, 1]}")).hash());
    }

    @Test
    void takesNumbersByValue() {
        assertThat(plan(json("{'a': 1.0, 'b': 100}")).hash())
                .isEqualTo(plan(json("{'a': 1, 'b': 1e2}")).hash());
        assertThat(plan(json("{'a': 1}")).hash())
                .isNotEqualTo(plan(json("{'a': '1'}")).hash());
    }

    @Test
    void isTheSameInEveryVersion() {
        assertThat(plan(json("{'a': {'c': null, 'b': [true, 'x', 1.50]}}")).canonical())
                .isEqualTo("{\"form\":\"fairlead-plan-1\",\"policy\":7,\"principal\":\"ann\",\"steps\":[{\"action\":"
                        + "\"N.S/things/write\",\"base\":\"\\\"1-a\\\"\",\"desired\":{\"a\":{\"b\":[true,\"x\",1.5],"
                        + "\"c\":null}},\"resourceId\":\"" + ID + "\",\"type\":\"A::B::C@1\",\"verb\":\"update\"}]}");
    }

    @Test
    void isNotChangedFromOutside() {
        ObjectNode desired = json("{'a': 1}");
        Plan plan = plan(desired);
        String hash = plan.hash();
        desired.put("a", 2);
        plan.steps().getFirst().desired().put("a", 3);
        assertThat(plan.hash()).isEqualTo(hash);
    }

    @Nested
    class Secrets {

        private final SecretDigests digests = new SecretDigests(new byte[] {1, 2, 3});

        private String digested(SecretDigests by, String id, String json) {
            return by.of(id, json(json)).toString();
        }

        @Test
        void areDigestsByPlaceResourceValueAndKey() {
            String one = digested(digests, ID, "{'Pin': '1234', 'In': {'Pin': '1234'}, 'List': ['1234', '1234']}");
            assertThat(one).doesNotContain("1234");
            assertThat(json(one).findValuesAsString("Pin")).doesNotHaveDuplicates();
            assertThat(json(one).path("List").get(0))
                    .isNotEqualTo(json(one).path("List").get(1));
            assertThat(digested(digests, ID, "{'Pin': '1234'}"))
                    .isEqualTo(digested(digests, ID, "{'Pin': '1234'}"))
                    .isNotEqualTo(digested(digests, ID, "{'Pin': '1235'}"))
                    .isNotEqualTo(digested(digests, ID, "{'Pin': 1234}"))
                    .isNotEqualTo(digested(digests, ID + "2", "{'Pin': '1234'}"))
                    .isNotEqualTo(digested(new SecretDigests(new byte[] {1, 2, 4}), ID, "{'Pin': '1234'}"));
        }
    }
}
