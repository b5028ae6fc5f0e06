package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;
import fairlead.handler.Context;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.schema.Loaded;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.Documents;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// A handler that needs the whole model to read and delete, and lists more than identifiers, breaks nothing under the
/// profile that lets it.
class CloudFormationProfileTest {

    private static final class Needy extends Reference {

        Needy() {
            super(Design.REPORT, 0);
        }

        private static void require(ObjectNode model) {
            if (model.size() < 2) {
                throw new HandlerException(ErrorCode.NOT_FOUND, "There is too little to go by.");
            }
        }

        @Override
        public synchronized Progress read(Read request, Context context) {
            require(request.identifier());
            return super.read(request, context);
        }

        @Override
        public synchronized Progress delete(Delete request, Context context) {
            require(request.identifier());
            return super.delete(request, context);
        }

        @Override
        ObjectNode entry(String id) {
            return read(Objects.requireNonNull(resources.get(id)));
        }
    }

    private static Report run(Profile profile) {
        ObjectNode document = Design.REPORT.schema().document();
        document.remove("additionalIdentifiers");
        ResourceSchema schema = ((Loaded.Valid) ResourceSchema.load(document, Documents.none(), profile)).schema();
        return new Suite(
                        Subject.of(schema, new Needy()),
                        Settings.DEFAULT.seeded(1).shrinking(false))
                .run();
    }

    @Test
    void letsHandlersHaveTheWholeModelAndListMore() {
        Report report = run(Profile.CLOUDFORMATION);
        assertThat(report.broken()).as("%s", report.failed()).isEmpty();
    }

    @Test
    void isNotTheStrictOne() {
        assertThat(run(Profile.STRICT).broken()).contains(Rule.READ_IDENTIFIER_ONLY, Rule.LIST_IDENTIFIERS);
    }
}
