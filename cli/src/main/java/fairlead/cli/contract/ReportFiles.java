package fairlead.cli.contract;

import fairlead.cli.contract.ContractTests.Tested;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.contract.report.HtmlReport;
import fairlead.contract.report.JunitReport;
import fairlead.contract.result.Failure;
import fairlead.contract.result.Replay;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The results of contract tests as files, for programs and for later use.
public final class ReportFiles {

    private final Tested tested;
    private final Report report;

    public ReportFiles(Tested tested) {
        this.tested = tested;
        report = tested.report();
    }

    /// The report that a server takes with a registration.
    public byte[] json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("typeName", report.type().toString());
        json.put("digest", tested.type().digest());
        json.put("testedAt", tested.at().toString());
        json.put("verdict", report.verdict().name());
        json.put("seed", report.seed());
        json.putObject("counts")
                .put("passed", report.passed().size())
                .put("failed", report.failed().size() + report.consequences().size())
                .put("skipped", report.notExercised().size());
        json.put("calls", report.calls());
        json.put("milliseconds", report.took().toMillis());
        ArrayNode results = json.putArray("results");
        report.results().forEach(result -> results.add(result(result)));
        report.notes().forEach(json.putArray("notes")::add);
        return Documents.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
    }

    private static ObjectNode result(Result result) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("rule", result.rule().id());
        switch (result) {
            case Result.Passed(var _, var looked, var leftOut) -> {
                json.put("result", "passed");
                looked.forEach(json.putArray("looked")::add);
                leftOut.forEach(what -> json.withArray("leftOut").add(what));
            }
            case Result.Failed(var _, var failures) -> failed(json.put("result", "failed"), failures);
            case Result.Consequence(var _, var cause, var failures) ->
                failed(json.put("result", "consequence").put("of", cause.id()), failures);
            case Result.NotExercised(var _, var reason) ->
                json.put("result", "notExercised").put("reason", reason);
        }
        return json;
    }

    private static void failed(ObjectNode json, List<Failure> failures) {
        ArrayNode all = json.putArray("failures");
        for (Failure failure : failures) {
            ObjectNode each = all.addObject().put("found", failure.found()).put("where", failure.where());
            failure.pointers().forEach(each.putArray("pointers")::add);
        }
    }

    /// The report as build servers read it.
    byte[] junit() {
        return JunitReport.render(report).getBytes(StandardCharsets.UTF_8);
    }

    /// The report as one page without any other file.
    byte[] html() {
        return new HtmlReport(tested.open()).render(report).getBytes(StandardCharsets.UTF_8);
    }

    /// Writes a file for each rule that is broken, by which `--replay` does again what led to it.
    ///
    /// @param project in whose folder `replay` they go
    List<Path> replays(Path project) {
        Path folder = project.resolve("replay");
        List<Path> written = new ArrayList<>();
        for (Result.Failed failed : report.failed()) {
            Path file = folder.resolve(failed.rule().id() + ".json");
            ObjectNode json = Replay.toJson(report, failed.failures().getFirst(), tested.open());
            write(file, Documents.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
            written.add(file);
        }
        return written;
    }

    public static void write(Path file, byte[] content) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, content);
        } catch (IOException failure) {
            throw new Refused(Exit.USAGE, "can't write " + file + ": " + failure.getMessage());
        }
    }
}
