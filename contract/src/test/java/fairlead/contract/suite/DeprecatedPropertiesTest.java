package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;
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
            ObjectNode shown(Resource resource) {
                ObjectNode model = super.shown(resource);
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
            ObjectNode shown(Resource resource) {
                ObjectNode model = super.shown(resource);
                return model.has("Nick") ? model.put("Nick", "other") : model;
            }
        };
        assertThat(run(changing).broken()).contains(Rule.CREATE_RETURNS_REQUEST);
    }
}
