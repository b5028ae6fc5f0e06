package fairlead.server.resource.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.ReplacementStrategy;
import fairlead.server.resource.record.ProvisioningState;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What operations keep of their requests: it is read from the bytes in which earlier versions have stored it.
class OperationInputTest {

    private static final String FAILED = "0006 4641494c4544";
    private static final String NO_DOCUMENT = "00000000";

    private static byte[] hex(String... parts) {
        return HexFormat.of().parseHex(String.join("", parts).replace(" ", ""));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void thePriorStateIsReadFieldByField() {
        PriorState before = PriorState.decode(hex(
                FAILED,
                "00000002 7b7d",
                "00000003 7b207d",
                NO_DOCUMENT,
                "00000001 74",
                "00000001 73",
                "00000001 6f",
                "00000001 01"));
        assertThat(before.state()).isEqualTo(ProvisioningState.FAILED);
        assertThat(before.desired()).asString().isEqualTo("{}");
        assertThat(before.properties()).asString().isEqualTo("{ }");
        assertThat(before.secrets()).isEmpty();
        assertThat(before.tags()).asString().isEqualTo("t");
        assertThat(before.sku()).asString().isEqualTo("s");
        assertThat(before.order()).asString().isEqualTo("o");
        assertThat(before.unmade()).isTrue();
    }

    @Test
    void whatAnEarlierVersionDidNotKeepIsEmpty() {
        PriorState before = PriorState.decode(hex(FAILED, "00000002 7b7d", NO_DOCUMENT, NO_DOCUMENT, "00000001 74"));
        assertThat(before.tags()).asString().isEqualTo("t");
        assertThat(before.sku()).isEmpty();
        assertThat(before.order()).isEmpty();
        assertThat(before.unmade()).isFalse();
    }

    @Test
    void anActionIsReadWithItsVersionTheStateBeforeAndItsInput() {
        ActionInput input = ActionInput.decode(hex("0004 62617463", "00000007", FAILED, "010203"));
        assertThat(input.action()).isEqualTo("batc");
        assertThat(input.version()).isEqualTo(7);
        assertThat(input.before()).isEqualTo(ProvisioningState.FAILED);
        assertThat(input.sealed()).containsExactly(1, 2, 3);
    }

    @Test
    void aPlanOfThreeLinesIsReadLikeOneOfToday() {
        assertThat(ReplacementPlan.decode(ascii("create_then_delete\ntrue\nrack|7\nb")))
                .contains(new ReplacementPlan(ReplacementStrategy.CREATE_THEN_DELETE, true, "rack|7\nb"));
        assertThat(ReplacementPlan.decode(ascii("delete_then_create\nfalse\n")))
                .contains(new ReplacementPlan(ReplacementStrategy.DELETE_THEN_CREATE, false, ""));
    }

    @ParameterizedTest
    @EnumSource
    void aPlanIsReadAsItWasWritten(ReplacementStrategy strategy) {
        ReplacementPlan plan = new ReplacementPlan(strategy, true, "räck\n7|" + "x".repeat(70_000));
        assertThat(ReplacementPlan.decode(plan.encode())).contains(plan);
    }

    @Test
    void anUpdateThatMayNotReplaceHasNoPlan() {
        assertThat(ReplacementPlan.decode(new byte[0])).isEmpty();
    }

    @Test
    void bytesThatEndWithinAWordAreRefused() {
        assertThatThrownBy(() -> PriorState.decode(hex("0006 46"))).isInstanceOf(UncheckedIOException.class);
    }
}
