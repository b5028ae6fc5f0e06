package fairlead.server.options;

import fairlead.server.limit.Limits;
import java.util.function.Supplier;
import picocli.CommandLine.ITypeConverter;

/// How much is taken on.
final class RequestLimits {

    private static final ITypeConverter<Integer> COUNT = Values.number(1, 10_000_000);

    private RequestLimits() {}

    static Supplier<Limits.Settings> declare(Flags flags) {
        Limits.Settings standard = Limits.Settings.standard();
        flags.section("Limits");
        var reads = count(
                flags,
                "--reads-per-second=N",
                standard.reads(),
                "reads of each caller in a subscription; ten times as many at once");
        var writes =
                count(flags, "--writes-per-second=N", standard.writes(), "the same of creates, changes and actions");
        var deletes = count(flags, "--deletes-per-second=N", standard.deletes(), "the same of deletes");
        var data = count(
                flags, "--data-plane-per-second=N", standard.data(), "the same of what belongs to the data plane");
        var atWork = count(
                flags,
                "--most-at-work=N",
                standard.atWork(),
                "requests and steps of operations at the same time before more are refused");
        var bodies = flags.value(
                "--body-memory=MB",
                Values.number(16, 65_536),
                String.valueOf(standard.bodies().megabytes()),
                "memory for bodies that are being worked on; half of it for one caller");
        var values = flags.value(
                "--most-json-values=N",
                Values.number(1_000, 10_000_000),
                String.valueOf(standard.bodies().jsonValues()),
                "how many values one JSON body may have");
        var unknown = count(
                flags,
                "--unknown-per-second=N",
                standard.unknown(),
                "requests from each address of callers that have not signed in; ten times as many at once");
        return () -> new Limits.Settings(
                reads.get(),
                writes.get(),
                deletes.get(),
                data.get(),
                atWork.get(),
                new Limits.Bodies(bodies.get(), values.get()),
                unknown.get());
    }

    private static Supplier<Integer> count(Flags flags, String form, int usual, String description) {
        return flags.value(form, COUNT, String.valueOf(usual), description);
    }
}
