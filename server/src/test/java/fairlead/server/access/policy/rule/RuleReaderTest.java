package fairlead.server.access.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What rules say, and what is no rule.
class RuleReaderTest {

    private static final String THING = """
        {'Size': 7, 'Owner': {'Mail': 'a@b'}, 'Names': ['x', 'Y'], 'Flag': true,
         'Ports': [{'Number': 22, 'Open': true}, {'Number': 443, 'Open': false}], 'Empty': []}
        """;

    /// A thing in a group.
    record Thing(ObjectNode tags, ObjectNode properties) implements Facts {

        static final Thing ONE = new Thing(object("{'owner': 'ann', 'cost center': '7'}"), object(THING));

        @Override
        public String id() {
            return "/subscriptions/s/resourceGroups/web/providers/Fairlead.Lab/things/one";
        }

        @Override
        public String name() {
            return "one";
        }

        @Override
        public String type() {
            return "Fairlead.Lab/things";
        }

        @Override
        public String location() {
            return "local";
        }

        @Override
        public ObjectNode sku() {
            return object("{'name': 'S1'}");
        }

        @Override
        public String subscription() {
            return "s";
        }

        @Override
        public Group group() {
            return new Group("/subscriptions/s/resourceGroups/web", "web", "west", object("{'team': 'blue'}"));
        }

        @Override
        public String principal() {
            return "p1";
        }

        @Override
        public String action() {
            return "Fairlead.Lab/things/write";
        }

        @Override
        public boolean indexed() {
            return true;
        }
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"').replace("`", "'"));
    }

    private static Rule rule(String condition) {
        Flaws flaws = new Flaws();
        Rule rule = RuleReader.read(
                json("{'if': " + condition + ", 'then': {'effect': 'deny'}}"),
                Map.of("list", json("['x', 'z']"), "name", json("'owner'"), "most", json("5")),
                "",
                flaws);
        flaws.end(ProblemCode.INVALID_POLICY_RULE);
        return rule;
    }

    private static boolean holds(String condition) {
        return rule(condition).applies(Evaluation.of(Thing.ONE));
    }

    @Nested
    class Conditions {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'field': 'type', 'equals': 'fairlead.lab/THINGS'}",
                    "{'field': 'name', 'notEquals': 'two'}",
                    "{'field': 'tags.owner', 'equals': 'Ann'}",
                    "{'field': 'tags[`cost center`]', 'equals': '7'}",
                    "{'field': 'tags[OWNER]', 'exists': 'true'}",
                    "{'field': 'tags.other', 'exists': false}",
                    "{'field': 'tags.other', 'notEquals': 'x'}",
                    "{'field': 'tags.other', 'equals': ''}",
                    "{'field': 'tags', 'containsKey': 'owner'}",
                    "{'field': 'sku.name', 'in': ['s1', 's2']}",
                    "{'field': 'kind', 'exists': false}",
                    "{'field': 'identity.principal', 'equals': 'p1'}",
                    "{'field': 'request.action', 'like': '*/write'}",
                    "{'field': 'properties.Size', 'greater': 5}",
                    "{'field': 'properties.size', 'lessOrEquals': 7}",
                    "{'field': 'properties.size', 'greaterOrEquals': 7}",
                    "{'field': 'properties.size', 'less': 7.5}",
                    "{'field': 'properties.size', 'equals': '7'}",
                    "{'field': 'properties.flag', 'equals': 'true'}",
                    "{'field': 'Fairlead.Lab/things/owner.mail', 'contains': '@'}",
                    "{'field': 'Fairlead.Lab/others/size', 'exists': false}",
                    "{'field': 'Fairlead.Lab/things/sku.name', 'equals': 'S1'}",
                    "{'field': 'properties.Names', 'contains': 'y'}",
                    "{'field': 'properties.Names', 'notContains': 'z'}",
                    "{'field': 'properties.Names[*]', 'in': ['x', 'y', 'z']}",
                    "{'field': 'properties.Names[*]', 'notEquals': 'z'}",
                    "{'field': 'properties.Empty[*]', 'equals': 'z'}",
                    "{'field': 'properties.None[*]', 'equals': 'z'}",
                    "{'not': {'field': 'properties.Names[*]', 'equals': 'x'}}",
                    "{'field': 'name', 'like': 'o*e'}",
                    "{'field': 'name', 'notLike': 'x*'}",
                    "{'field': 'name', 'match': '???'}",
                    "{'field': 'name', 'matchInsensitively': 'ON.'}",
                    "{'not': {'field': 'name', 'match': 'ON.'}}",
                    "{'field': 'sku.name', 'match': 'S#'}",
                    "{'not': {'field': 'name', 'like': 'one*one'}}",
                    "{'allOf': [{'field': 'name', 'equals': 'one'}, {'field': 'location', 'notIn': ['west']}]}",
                    "{'anyOf': [{'field': 'name', 'equals': 'two'}, {'field': 'location', 'equals': 'LOCAL'}]}",
                    "{'not': {'field': 'properties.Names', 'less': 'z'}}",
                })
        void hold(String condition) {
            assertThat(holds(condition)).isTrue();
        }
    }

    @Nested
    class Functions {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'field': '[concat(`tags[`, parameters(`name`), `]`)]', 'exists': true}",
                    "{'field': 'name', 'notIn': '[parameters(`list`)]'}",
                    "{'value': '[field(`name`)]', 'equals': 'one'}",
                    "{'value': '[toLower(`ABC`)]', 'match': 'abc'}",
                    "{'value': '[resourceGroup().tags[`team`]]', 'equals': 'blue'}",
                    "{'value': '[resourceGroup().tags.none]', 'equals': ''}",
                    "{'value': '[resourceGroup().location]', 'equals': 'west'}",
                    "{'value': '[concat(resourceGroup().name, `-`, field(`name`))]', 'equals': 'web-one'}",
                    "{'value': '[subscription().subscriptionId]', 'equals': 's'}",
                    "{'value': '[if(empty(field(`tags.none`)), `a`, `b`)]', 'equals': 'a'}",
                    "{'value': '[length(field(`properties.Ports[*]`))]', 'equals': 2}",
                    "{'value': '[length(`it``s`)]', 'equals': 4}",
                    "{'value': '[[not a call]', 'equals': '[[not a call]'}",
                    "{'field': 'properties.size', 'greater': '[parameters(`MOST`)]'}",
                    "{'count': {'field': 'properties.Ports[*]'}, 'equals': 2}",
                    "{'count': {'field': 'Fairlead.Lab/things/ports[*]', 'where': {'allOf': ["
                            + "{'field': 'Fairlead.Lab/things/ports[*].number', 'less': 100},"
                            + "{'field': 'Fairlead.Lab/things/ports[*].open', 'equals': true}]}}, 'equals': 1}",
                    "{'count': {'field': 'properties.Ports[*]', 'where': {"
                            + "'value': '[current(`properties.Ports[*].Number`)]', 'equals': 443}}, 'equals': 1}",
                    "{'count': {'value': ['owner', 'team'], 'name': 'tag', 'where': {"
                            + "'field': 'tags', 'containsKey': '[current(`tag`)]'}}, 'less': 2}",
                    "{'count': {'value': '[parameters(`list`)]', 'where': {"
                            + "'value': '[current()]', 'in': '[field(`properties.Names[*]`)]'}}, 'equals': 1}",
                })
        void workOut(String condition) {
            assertThat(holds(condition)).isTrue();
        }
    }

    @Nested
    class WhatIsNotUnderstood {

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{'field': 'name', 'matches': 'a'} | /if/matches",
                    "{'field': 'name', 'notMatch': 'a'} | /if/notMatch",
                    "{'field': 'nothing', 'equals': 'a'} | /if/field",
                    "{'field': 'name'} | /if",
                    "{'equals': 'a'} | /if",
                    "{} | /if",
                    "[] | /if",
                    "{'allOf': []} | /if/allOf",
                    "{'allOf': [{'field': 'name', 'equals': 'a'}, {'field': 'x', 'equals': 'a'}]} | /if/allOf/1/field",
                    "{'field': 'name', 'equals': 'a', 'like': 'b'} | /if/like",
                    "{'field': 'name', 'in': 'a'} | /if/in",
                    "{'field': 'name', 'like': 'a*b*'} | /if/like",
                    "{'field': 'name', 'exists': 'perhaps'} | /if/exists",
                    "{'field': 'name', 'equals': '[utcNow()]'} | /if/equals",
                    "{'field': 'name', 'equals': '[parameters(~none~)]'} | /if/equals",
                    "{'field': 'name', 'equals': '[concat()]'} | /if/equals",
                    "{'field': 'name', 'equals': '[toLower(~a~]'} | /if/equals",
                    "{'field': 'name', 'equals': '[toLower(~a~) x]'} | /if/equals",
                    "{'field': 'name', 'equals': '[current()]'} | /if/equals",
                    "{'field': 'name', 'equals': '[resourceGroup()]'} | /if/equals",
                    "{'field': 'name', 'equals': '[subscription().displayName]'} | /if/equals",
                    "{'count': {'field': 'properties.a'}, 'equals': 1} | /if/count/field",
                    "{'count': {}, 'equals': 1} | /if/count",
                    "{'count': {'field': 'properties.a[*]', 'when': 1}, 'equals': 1} | /if/count/when",
                })
        void isRefusedWithItsPlace(String condition, String pointer) {
            String text = condition.replace('\'', '"').replace('~', '\'');
            Flaws flaws = new Flaws();
            RuleReader.read(
                    JsonMapper.shared().readTree("{\"if\": " + text + ", \"then\": {\"effect\": \"deny\"}}"),
                    Map.of(),
                    "",
                    flaws);
            assertThatThrownBy(() -> flaws.end(ProblemCode.INVALID_POLICY_RULE))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().target()).contains(pointer));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{'effect': 'deployIfNotExists'} | /then/effect",
                    "{'effect': 'deny', 'details': {}} | /then/details",
                    "{'effect': 'modify'} | /then/details",
                    "{'effect': 'modify', 'details': {'operations': [{'operation': 'add', 'field': 'location',"
                            + " 'value': 'x'}]}} | /then/details/operations/0/field",
                    "{'effect': 'modify', 'details': {'operations': [{'operation': 'put', 'field': 'tags.a',"
                            + " 'value': 'x'}]}} | /then/details/operations/0/operation",
                    "{'effect': 'append', 'details': [{'field': 'properties.a[*].b', 'value': 1}]}"
                            + " | /then/details/0/field",
                    "{'effect': 'denyAction', 'details': {'actionNames': ['write']}} | /then/details/actionNames",
                    "{'effect': 'deny', 'else': 1} | /then/else",
                })
        void ofEffectsIsRefusedWithItsPlace(String then, String pointer) {
            Flaws flaws = new Flaws();
            RuleReader.read(
                    json("{'if': {'field': 'name', 'equals': 'a'}, 'then': " + then + "}"), Map.of(), "", flaws);
            assertThatThrownBy(() -> flaws.end(ProblemCode.INVALID_POLICY_RULE))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().target()).contains(pointer));
        }

        @Test
        void ofAliasesIsRefusedWhereTheTypeIsUnknown() {
            Flaws flaws = new Flaws();
            Parameters none = Parameters.read(json("{}"), "", flaws);
            RuleReader.check(
                    json("{'if': {'field': 'No.Such/things/size', 'equals': 1}, 'then': {'effect': 'deny'}}"),
                    none,
                    (type, path) -> Optional.of("there is no type '" + type + "' with " + path),
                    "/rule",
                    flaws);
            assertThatThrownBy(flaws::end).hasMessageContaining("no.such/things");
        }

        @Test
        void isRefusedAlsoWhereItIsTooMuch() {
            List<String> many = new ArrayList<>();
            for (int i = 0; i < 201; i++) {
                many.add("{'field': 'name', 'equals': 'a'}");
            }
            assertThatThrownBy(() -> rule("{'anyOf': [" + String.join(",", many) + "]}"))
                    .hasMessageContaining("more than 200");
        }
    }

    @Test
    void aRuleThatIsTooMuchWorkEnds() {
        StringBuilder numbers = new StringBuilder("{'Names': [0");
        for (int i = 1; i < 400; i++) {
            numbers.append(", ").append(i);
        }
        Rule rule = rule("""
            {'count': {'field': 'properties.Names[*]', 'where': {'count': {'field': 'properties.Names[*]', 'where':
              {'field': 'tags.owner', 'equals': 'ann'}}, 'greater': -1}}, 'greater': 0}
            """);
        Thing large = new Thing(object("{'owner': 'ann'}"), object(numbers + "]}"));
        assertThat(rule.applies(Evaluation.of(large))).isTrue();
        Rule squared = rule("""
            {'count': {'value': '[field(~properties.Names[*]~)]', 'name': 'a', 'where': {'count': {
              'value': '[field(~properties.Names[*]~)]', 'name': 'b', 'where':
              {'field': 'tags.owner', 'equals': 'ann'}}, 'greater': -1}}, 'greater': 0}
            """.replace('~', '`'));
        assertThatThrownBy(() -> squared.applies(Evaluation.of(large))).isInstanceOf(Evaluation.TooLong.class);
    }

    @Test
    void whatWasComparedIsTold() {
        List<Evaluation.Compared> compared = new ArrayList<>();
        assertThat(rule("{'field': 'location', 'notIn': ['west']}").applies(Evaluation.explained(Thing.ONE, compared)))
                .isTrue();
        assertThat(compared).singleElement().satisfies(one -> {
            assertThat(one.expression()).isEqualTo("location");
            assertThat(one.value().asString()).isEqualTo("local");
            assertThat(one.operator()).isEqualTo("notIn");
            assertThat(one.result()).isTrue();
        });
    }
}
