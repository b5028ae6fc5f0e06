package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// What the schema's `propertyTransform` says of a handler is no breach, and no more than that.
class RewrittenPropertiesTest {

    private static Report run(Reference handler, long seed) {
        return new Suite(
                        Subject.of(Design.ALIAS.schema(), handler),
                        Settings.DEFAULT.seeded(seed).shrinking(false))
                .run();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void areAsTheyShouldBe(long seed) {
        Report report = run(new Reference(Design.ALIAS, 0), seed);
        assertThat(report.broken()).as("%s", report.failed()).isEmpty();
    }

    @Test
    void areNotAsTheyShouldBeIfRewrittenOtherwise() {
        Reference shouting = new Reference(Design.ALIAS, 0) {
            @Override
            ObjectNode shown(Resource resource) {
                ObjectNode model = super.shown(resource);
                return model.put("Name", model.path("Name").asString("").toUpperCase(Locale.ROOT));
            }
        };
        assertThat(run(shouting, 1).broken()).contains(Rule.CREATE_RETURNS_REQUEST);
    }

    @Test
    void doNotExcuseOthers() {
        Reference cutting = new Reference(Design.ALIAS, 0) {
            @Override
            ObjectNode shown(Resource resource) {
                ObjectNode model = super.shown(resource);
                model.path("Also").forEach(_ -> model.putArray("Also").add("other"));
                return model;
            }
        };
        assertThat(run(cutting, 1).broken()).contains(Rule.CREATE_RETURNS_REQUEST);
    }

    @Test
    void mayBeAsTheyWereAskedForInTheAnswer() {
        Reference late = new Reference(Design.ALIAS, 0) {
            @Override
            ObjectNode created(Resource resource) {
                ObjectNode model = super.created(resource);
                return model.set("Name", resource.properties.path("Name"));
            }
        };
        assertThat(run(late, 1).broken()).isEmpty();
    }
}
