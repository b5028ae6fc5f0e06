package fairlead.contract.junit;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Failure;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import fairlead.contract.suite.Suite;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/// The handler contract as the tests of a type:
///
/// ```java
/// @TestFactory
/// Stream<DynamicTest> keepsTheContract() {
///     return ContractTests.of(Subject.of(schema, new ReportHandler()), Settings.DEFAULT);
/// }
/// ```
public final class ContractTests {

    private ContractTests() {}

    /// Runs the suite at once. A rule that is broken is a test that fails; one that was not exercised, or broke only
    /// in consequence of another, is a test that is aborted, with the reason.
    public static Stream<DynamicTest> of(Subject subject, Settings settings) {
        Report report = new Suite(subject, settings).run();
        DynamicTest created = dynamicTest("something can be created", () -> conclusive(report));
        return Stream.concat(
                Stream.of(created),
                report.results().stream()
                        .map(result -> dynamicTest(result.rule().id(), () -> judge(result))));
    }

    private static void conclusive(Report report) {
        if (report.verdict() == Report.Verdict.INCONCLUSIVE) {
            throw new AssertionFailedError(String.join("\n", report.notes()));
        }
    }

    private static void judge(Result result) {
        switch (result) {
            case Result.Passed _ -> {}
            case Result.Failed(var rule, var failures) ->
                throw new AssertionFailedError(
                        failures.stream().map(ContractTests::told).collect(Collectors.joining("\n"))
                                + "\nThe contract: " + rule.sentence());
            case Result.Consequence(var _, var cause, var _) ->
                throw new TestAbortedException("in consequence of " + cause.id());
            case Result.NotExercised(var _, var reason) -> throw new TestAbortedException("not exercised: " + reason);
        }
    }

    private static String told(Failure failure) {
        String input = failure.input().map(made -> "\n  made with " + made).orElse("");
        return failure.found() + " (" + failure.where() + ")" + input;
    }
}
