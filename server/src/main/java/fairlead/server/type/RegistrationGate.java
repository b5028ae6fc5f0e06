package fairlead.server.type;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.archive.ContractReport;
import fairlead.server.type.archive.TypeArchive;
import java.util.Optional;

/// What lets a version of a type in: a report of the contract suite, of exactly what is registered, without a rule
/// that was broken.
///
/// A report is only the author's claim. The server checks that the claim is about these bytes. That it is true, the
/// operator answers for, who decides which callers may register types.
public enum RegistrationGate {
    /// Every version needs a report.
    REQUIRED,
    /// A caller may ask to do without one.
    SKIPPABLE;

    /// What a caller wishes.
    public enum Tests {
        REPORTED,
        SKIPPED
    }

    /// The report that a version comes with; empty if it may do without. Throws a problem that says what to do.
    ///
    /// @param composed whether its handler is a template: then there is no code of an author that could be tried
    Optional<ContractReport> admit(TypeArchive unpacked, Tests tests, boolean composed) {
        if (unpacked.report().length > 0) {
            return Optional.of(passed(ContractReport.parse(unpacked.report()), unpacked.digest()));
        }
        if (composed || (tests == Tests.SKIPPED && this == SKIPPABLE)) {
            return Optional.empty();
        }
        throw new ProblemException(new Problem.Conflict(ProblemCode.CONTRACT_TESTS_REQUIRED, required(tests)));
    }

    /// Throws a problem if the version may not be what callers get who don't ask for one.
    void admitAsDefault(TypeVersion version) {
        boolean untested = version.source() == TypeVersion.Source.REGISTERED
                && version.registration().simulation().isEmpty()
                && version.registration().template().isEmpty()
                && version.tested().isEmpty();
        if (this == REQUIRED && untested) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.CONTRACT_TESTS_REQUIRED,
                    "Version " + version.versionId() + " of " + version.name()
                            + " was registered untested. Register the same files again with a report:"
                            + " 'fairlead register --test DIR'."));
        }
    }

    private String required(Tests tests) {
        String how = "Run 'fairlead register --test DIR', or send the report of an earlier run with --report FILE.";
        return switch (this) {
            case REQUIRED ->
                tests == Tests.SKIPPED
                        ? "This server takes no version untested. " + how
                        : "There is no report of contract tests. " + how;
            case SKIPPABLE ->
                "There is no report of contract tests. " + how
                        + " In development mode, --skip-tests (?tests=skip) registers it untested.";
        };
    }

    /// The report; throws a problem if it is of other files, or a rule was broken.
    static ContractReport passed(ContractReport report, String digest) {
        if (!report.digest().equals(digest)) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.CONTRACT_REPORT_MISMATCH,
                    "The report is of other files: it has the digest " + report.digest() + ", what is registered has "
                            + digest + ". Test it again: 'fairlead register --test DIR'."));
        }
        if (report.failed() > 0 || report.tested().passed() == 0) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.CONTRACT_TESTS_FAILED,
                    "The report has " + report.failed() + " broken rules and "
                            + report.tested().passed() + " that held. 'fairlead test DIR' shows them."));
        }
        return report;
    }
}
