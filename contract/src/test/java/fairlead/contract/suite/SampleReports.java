package fairlead.contract.suite;

import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;

/// Reports for tests of other packages.
public final class SampleReports {

    private SampleReports() {}

    /// A handler that keeps the contract.
    public static Report kept() {
        return run(new Reference(Design.REPORT, 1));
    }

    /// A handler whose create forgets its tokens.
    public static Report broken() {
        return run(CreateMutants.REPETITIONS.getFirst().handler().get());
    }

    /// A handler that refuses everything.
    public static Report refused() {
        return run(new Reference(Design.REPORT, 0) {
            @Override
            Resource make(tools.jackson.databind.node.ObjectNode desired, fairlead.handler.Context context) {
                throw new fairlead.handler.HandlerException(fairlead.handler.ErrorCode.INVALID_REQUEST, "Not <you>.");
            }
        });
    }

    private static Report run(Reference handler) {
        return new Suite(Subject.of(handler.design.schema(), handler), Settings.DEFAULT).run();
    }
}
