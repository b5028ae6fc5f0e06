package fairlead.simulation;

import static fairlead.simulation.World.failure;
import static fairlead.simulation.World.json;
import static fairlead.simulation.World.properties;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Context;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Read;
import fairlead.schema.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What is there although nothing has made it, and what actions answer.
class ImplicitTest {

    private static final ObjectNode DEFAULT = json("{'Name': 'default'}");

    @Nested
    class WhatIsThereByItself {

        private final World widgets = new World("widget", "{'implicit': ['default']}");

        @Test
        void isReadAndNotListed() {
            assertThat(properties(widgets.read(DEFAULT)).path("Name").stringValue())
                    .isEqualTo("default");
            assertThat(widgets.list("{}", 10, Optional.empty()).identifiers()).isEmpty();
        }

        @Test
        void isTheSameEachTime() {
            assertThat(properties(widgets.read(DEFAULT))).isEqualTo(properties(widgets.read(DEFAULT)));
        }

        @Test
        void isKeptOnceItWasUpdated() {
            ObjectNode model = properties(widgets.read(DEFAULT));
            ObjectNode changed = properties(widgets.update(model, "{'Name': 'default', 'Size': 7}"));

            assertThat(changed.path("Size").intValue()).isEqualTo(7);
            assertThat(properties(widgets.read(DEFAULT))).isEqualTo(changed);
            assertThat(widgets.list("{}", 10, Optional.empty()).identifiers()).hasSize(1);
        }

        @Test
        void isGoneForTheOperationThatDeletesItAndThereAgainForOthers() {
            ObjectNode model = properties(widgets.read(DEFAULT));
            widgets.update(model, "{'Name': 'default', 'Size': 7}");
            Context deletion = widgets.context("deletion");
            widgets.handler.delete(new Delete(DEFAULT, Optional.empty()), deletion);

            assertThat(failure(() -> widgets.handler.read(new Read(DEFAULT), deletion)))
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(properties(widgets.read(DEFAULT))).isEqualTo(model);
        }

        @Test
        void isOnlyWhatIsCalledSo() {
            assertThat(failure(() -> widgets.read(json("{'Name': 'other'}")))).isEqualTo(ErrorCode.NOT_FOUND);
        }

        @Test
        void canBeAllThatIsAskedFor() {
            World all = new World("widget", "{'implicit': true}");

            assertThat(properties(all.read(json("{'Name': 'other'}")))
                            .path("Name")
                            .stringValue())
                    .isEqualTo("other");
        }

        @Test
        void hasANameThatCallersChoose() {
            assertThat(wrong("gadget", "{'implicit': true}")).containsExactly("/implicit behaviour.property");
            assertThat(wrong("widget", "{'implicit': 'default'}")).containsExactly("/implicit behaviour.type");
        }
    }

    @Nested
    class AnswersOfActions {

        private final World widgets = new World("widget", """
            {'actions': {'listKeys': {'answer': {'keys': [
              {'keyName': 'key1', 'value': '${random:8}'}, {'keyName': '${/Name}', 'value': '${random:8}'}]}}}}
            """);

        @Test
        void areFilledInAndTheSameEachTime() {
            ObjectNode first = answer("a", "listKeys").orElseThrow();

            assertThat(first.at("/keys/1/keyName").stringValue()).isEqualTo("red");
            assertThat(first.at("/keys/0/value").stringValue()).matches("[0-9a-f]{8}");
            assertThat(first.at("/keys/0/value")).isNotEqualTo(first.at("/keys/1/value"));
            assertThat(answer("a", "listkeys")).contains(first);
            assertThat(answer("b", "listKeys")).get().isNotEqualTo(first);
        }

        @Test
        void areNoneOfAnActionOfWhichNothingIsSaid() {
            assertThat(answer("a", "restart")).isEmpty();
        }

        private Optional<ObjectNode> answer(String identifier, String action) {
            return parsed("widget", """
                {'actions': {'listKeys': {'answer': {'keys': [
                  {'keyName': 'key1', 'value': '${random:8}'}, {'keyName': '${/Name}', 'value': '${random:8}'}]}}}}
                """).answer(action, identifier, json("{'Name': 'red'}"), widgets.context("t"));
        }

        @Test
        void areObjectsWhosePlacesAreKnown() {
            assertThat(wrong("widget", "{'actions': {'a': {'answer': 3}, 'b': {'answer': {'x': ['${/Nothing}']}}}}"))
                    .containsExactly("/actions/a/answer behaviour.type", "/actions/b/answer/x/0 behaviour.value");
        }
    }

    private static Behaviour parsed(String schema, String document) {
        return switch (Behaviour.parse(json(document), World.schema(schema))) {
            case Behaviour.Parsed.Valid(var behaviour) -> behaviour;
            case Behaviour.Parsed.Invalid(var findings) -> throw new AssertionError(findings);
        };
    }

    private static List<String> wrong(String schema, String document) {
        return switch (Behaviour.parse(json(document), World.schema(schema))) {
            case Behaviour.Parsed.Invalid(var findings) ->
                findings.stream()
                        .map((Finding finding) -> finding.pointer() + " " + finding.id())
                        .toList();
            case Behaviour.Parsed.Valid _ -> List.of();
        };
    }
}
