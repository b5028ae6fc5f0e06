package fairlead.server.resource.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.HandlerKind;
import fairlead.server.operation.OperationKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperationStartTest {

    @Test
    void eachKindOnAResourceHasTheTimeLimitOfItsHandler() {
        assertThat(OperationStart.handler(OperationKind.CREATE)).isEqualTo(HandlerKind.CREATE);
        assertThat(OperationStart.handler(OperationKind.UPDATE)).isEqualTo(HandlerKind.UPDATE);
        assertThat(OperationStart.handler(OperationKind.ACTION)).isEqualTo(HandlerKind.UPDATE);
        assertThat(OperationStart.handler(OperationKind.DELETE)).isEqualTo(HandlerKind.DELETE);
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE_GROUP", "MOVE", "IMPORT", "REGISTER_TYPE", "TEST_TYPE"})
    void aKindThatWorksOnNoSingleResourceIsNotTakenForADeletion(OperationKind kind) {
        assertThatThrownBy(() -> OperationStart.handler(kind))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(kind.name())
                .hasMessageContaining("the start of a resource's operation");
    }
}
