package fairlead.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Settings.Pauses;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import fairlead.contract.suite.Suite;
import fairlead.modelled.WarehouseTypes.Opened;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.smithy.aws.traits.protocols.AwsJson1_1Trait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.transform.ModelTransformer;

/// The contract suite, run against a live service that overwrites on a create, answers 200 to a delete of nothing,
/// shows changes late, and pages its lists as it likes. Most of the time is waited for what shows late.
@Execution(ExecutionMode.CONCURRENT)
class HandlerContractTest {

    private final WarehouseProcess warehouse = WarehouseProcess.start();

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void isKeptByAThingThatCallersName() {
        Report report = requireKept(WarehouseTypes.open(WarehouseTypes.model(), "Crate", warehouse.address()));
        assertThat(report.passed())
                .extracting(Result.Passed::rule)
                .contains(Rule.CREATE_ALREADY_EXISTS, Rule.CREATE_IDEMPOTENT, Rule.DELETE_NOT_FOUND);
    }

    @Test
    void isKeptByAThingThatTheServiceNames() {
        requireKept(WarehouseTypes.open(WarehouseTypes.model(), "Shipment", warehouse.address()));
    }

    @Test
    void isKeptOverAnotherProtocol() {
        Model model = WarehouseTypes.model();
        ServiceShape service = model.expectShape(WarehouseTypes.SERVICE, ServiceShape.class);
        Model other = ModelTransformer.create()
                .replaceShapes(
                        model,
                        java.util.List.of(service.toBuilder()
                                .addTrait(AwsJson1_1Trait.builder().build())
                                .build()));
        requireKept(WarehouseTypes.open(other, "Crate", warehouse.address()));
    }

    private static Report requireKept(Opened type) {
        Subject subject = Subject.of(type.schema(), type.handler());
        Settings settings = Settings.DEFAULT.shrinking(false).creating(2).pausing(Pauses.WAITED_FOR);
        Report report = new Suite(subject, settings).run();
        assertThat(report.broken()).as("%s", report.failed()).isEmpty();
        assertThat(report.verdict()).isEqualTo(Report.Verdict.PASSED);
        return report;
    }
}
