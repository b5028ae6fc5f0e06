package fairlead.server.registry.registration;

import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.report.JsonReport;
import fairlead.contract.result.Report;
import fairlead.contract.suite.Suite;
import fairlead.handler.ErrorCode;
import fairlead.schema.Finding;
import fairlead.schema.TypeName;
import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.registration.TypeJobStore.TestKey;
import fairlead.server.type.RegistrationGate;
import fairlead.server.type.Registrations;
import fairlead.server.type.Registrations.Registered;
import fairlead.server.type.Registrations.Terms;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.hook.HookTypes;
import fairlead.server.type.hook.HookVersion;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Carries registrations and tests of types out, each in one step. Taken again after a crash, a registration finds
/// what it has registered by its digest, and tests begin anew.
public final class TypeTask implements Task {

    private static final int LONGEST_DESCRIPTION = 4096;

    private final TypeJobStore store = new TypeJobStore();
    private final Database database;
    private final Types types;
    private final Registrations registrations;
    private final HookTypes hooks;
    private final PackageFinder packages;
    private final Clock clock;

    public TypeTask(
            Database database,
            Types types,
            Registrations registrations,
            HookTypes hooks,
            PackageFinder packages,
            Clock clock) {
        this.hooks = hooks;
        this.database = database;
        this.types = types;
        this.registrations = registrations;
        this.packages = packages;
        this.clock = clock;
    }

    /// This for operations on types, and the other for all others.
    public Task orElse(Task other) {
        return new Task() {
            @Override
            public Step run(Operation operation) {
                return of(operation).run(operation);
            }

            @Override
            public Step run(Operation operation, Consumer<String> log) {
                return of(operation).run(operation, log);
            }

            @Override
            public Change ended(Operation operation, OperationState state) {
                return of(operation).ended(operation, state);
            }

            private Task of(Operation operation) {
                return does(operation.kind()) ? TypeTask.this : other;
            }
        };
    }

    private static boolean does(OperationKind kind) {
        return kind == OperationKind.REGISTER_TYPE || kind == OperationKind.TEST_TYPE;
    }

    @Override
    public Step run(Operation operation) {
        try {
            return operation.kind() == OperationKind.TEST_TYPE ? test(operation) : register(operation);
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            return failed(operation, problem.code(), description(problem));
        } catch (UncheckedIOException unreadable) {
            return failed(operation, Code.of(ErrorCode.INTERNAL_FAILURE), String.valueOf(unreadable.getMessage()));
        }
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        String description = switch (state) {
            case OperationState.Failed(var _, var failure) -> failure.message();
            case OperationState.Accepted(),
                    OperationState.Running(),
                    OperationState.Canceling(),
                    OperationState.Succeeded _,
                    OperationState.Canceled _ -> "It was cancelled.";
        };
        return end(operation, JobState.FAILED, description, Optional.empty());
    }

    private Step failed(Operation operation, Code code, String description) {
        return new Step.Fail(
                new Failure(code, description), end(operation, JobState.FAILED, description, Optional.empty()));
    }

    private Change end(Operation operation, JobState state, String description, Optional<Integer> version) {
        String text = description.length() > LONGEST_DESCRIPTION
                ? description.substring(0, LONGEST_DESCRIPTION - 3) + "..."
                : description;
        return switch (operation.kind()) {
            case TEST_TYPE -> {
                TestKey key = new TestKey(name(operation), version(operation), operation.id());
                yield transaction -> store.endTest(transaction, key, state, text, clock.instant());
            }
            default -> transaction -> store.end(transaction, operation.id().value(), state, text, version);
        };
    }

    // -- register ---------------------------------------------------------------------------------------------------

    private Step register(Operation operation) {
        TypeRegistration registration = database.read(
                        transaction -> store.find(transaction, operation.id().value()))
                .orElseThrow();
        byte[] archive = packages.read(account(operation), registration.source());
        if (registration.isOfHook()) {
            return registerHook(operation, registration, archive);
        }
        Terms terms = new Terms(
                Optional.of(registration.typeName()),
                RegistrationGate.Tests.SKIPPED,
                true,
                Optional.of(account(operation)).filter(owner -> !owner.isEmpty()));
        Registered registered = registrations.register(caller(operation), archive, terms);
        return new Step.Succeed(end(
                operation,
                JobState.COMPLETE,
                description(registered),
                Optional.of(registered.version().version())));
    }

    private Step registerHook(Operation operation, TypeRegistration registration, byte[] archive) {
        HookTypes.Registered registered = hooks.register(caller(operation), archive, registration.typeName());
        HookVersion version = registered.version();
        String description = "Version " + version.versionId() + " of the hook " + registration.typeName()
                + (registered.created() ? " is registered" : " was registered already, from the same files")
                + ". It is asked about changes once it is configured: SetTypeConfiguration.";
        return new Step.Succeed(end(operation, JobState.COMPLETE, description, Optional.of(version.version())));
    }

    private static String description(Registered registered) {
        TypeVersion version = registered.version();
        String what = "Version " + version.versionId() + " of " + version.name()
                + (registered.created() ? " is registered" : " was registered already, from the same files")
                + ", for ARM clients as " + version.armType() + " " + version.apiVersion() + ".";
        Optional<String> simulated = version.registration()
                .simulation()
                .map(_ -> "The package has no handler: the type is simulated from its schema.");
        Stream<String> warnings =
                registered.warnings().stream().map(finding -> "Warning: " + place(finding) + finding.message() + ".");
        return Stream.of(Stream.of(what), simulated.stream(), warnings)
                .flatMap(sentences -> sentences)
                .collect(Collectors.joining(" "));
    }

    private static String place(Finding finding) {
        return finding.pointer().isEmpty() ? "" : finding.pointer() + ": ";
    }

    private static String description(Problem problem) {
        return problem.details().isEmpty() ? problem.message() : Problem.Detail.inOneLine(problem.details());
    }

    // -- test -------------------------------------------------------------------------------------------------------

    private Step test(Operation operation) {
        TypeVersion version = types.version(name(operation), version(operation));
        Subject subject = Subject.of(version.schema(), version.handler())
                .configured(types.configuration(version.name(), account(operation)))
                .digested(version.digest());
        Report report = new Suite(subject, Settings.DEFAULT.at(clock)).run();
        boolean passed = report.verdict() == Report.Verdict.PASSED;
        if (passed && version.source() == TypeVersion.Source.REGISTERED) {
            registrations.keepReport(caller(operation), version, document(version, report));
        }
        return passed
                ? new Step.Succeed(end(operation, JobState.COMPLETE, summary(report), Optional.empty()))
                : failed(operation, ProblemCode.CONTRACT_TESTS_FAILED, summary(report));
    }

    /// As a registration brings it: of the version's own digest, which covers its registration file, too.
    private byte[] document(TypeVersion version, Report report) {
        ObjectNode document = JsonReport.render(report);
        document.put("digest", version.digest());
        document.put("testedAt", clock.instant().toString());
        document.putObject("counts")
                .put("passed", report.passed().size())
                .put("failed", 0)
                .put("skipped", report.notExercised().size());
        return JsonMapper.shared().writeValueAsBytes(document);
    }

    private static String summary(Report report) {
        String counts = "%d rules held, %d broken, %d not exercised, in %d calls of the handler."
                .formatted(
                        report.passed().size(),
                        report.failed().size() + report.consequences().size(),
                        report.notExercised().size(),
                        report.calls());
        Stream<String> broken = report.failed().stream()
                .map(failed ->
                        failed.rule().id() + ": " + failed.failures().getFirst().found() + ".");
        return Stream.concat(Stream.of(counts), Stream.concat(broken, report.notes().stream()))
                .collect(Collectors.joining(" "));
    }

    // -- what an operation says -------------------------------------------------------------------------------------

    private static TypeName name(Operation operation) {
        return TypeName.parse(operation.typeName());
    }

    private static int version(Operation operation) {
        return Integer.parseInt(input(operation)[0]);
    }

    /// An earlier version of the program has told no account.
    private static String account(Operation operation) {
        String[] input = input(operation);
        return input.length > 1 ? input[1] : "";
    }

    private static String[] input(Operation operation) {
        return new String(operation.input(), StandardCharsets.UTF_8).split(" ", 2);
    }

    private static Caller caller(Operation operation) {
        return Requester.caller(operation.requestedBy(), operation.origin());
    }
}
