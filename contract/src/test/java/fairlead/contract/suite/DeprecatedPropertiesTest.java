package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What is deprecated is taken and need not be shown; if it is shown, it is what was asked for.
class DeprecatedPropertiesTest {

    private static Report run(Reference handler) {
        return new Suite(
                        Subject.of(Design.ALIAS.schema(), handler),
                        Settings.DEFAULT.seeded(1).shrinking(false))
                .run();
    }

    @Test
    void mayBeIgnored() {
        Reference ignoring = new Reference(Design.ALIAS, 0) {
            @Override
            ObjectNode shown(Thing thing) {
                ObjectNode model = super.shown(thing);
                model.remove("Nick");
                return model;
            }
        };
        assertThat(run(ignoring).broken()).isEmpty();
    }

    @Test
    void areNotShownOtherwise() {
        Reference changing = new Reference(Design.ALIAS, 0) {
            @Override
            ObjectNode shown(Thing thing) {
                ObjectNode model = super.shown(thing);
                return model.has("Nick") ? model.put("Nick", "other") : model;
            }
        };
        assertThat(run(changing).broken()).contains(Rule.CREATE_RETURNS_REQUEST);
    }
}
