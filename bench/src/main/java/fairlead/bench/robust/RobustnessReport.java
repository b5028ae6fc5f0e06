package fairlead.bench.robust;

import fairlead.bench.robust.server.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The runs so far, a JSON object on a line each, and the page that is made of them.
final class RobustnessReport {

    private RobustnessReport() {}

    static void add(Path runs, Findings findings) throws IOException, InterruptedException {
        ObjectNode run = JsonNodeFactory.instance.objectNode();
        run.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        run.put("revision", revision());
        run.put("jdk", System.getProperty("java.version"));
        run.put("database", findings.database());
        run.put("seed", findings.seed());
        run.put("seconds", findings.seconds());
        ObjectNode faults = run.putObject("faults");
        findings.faults().forEach((fault, times) -> faults.put(fault.name(), times));
        run.put("kills", kills(run));
        run.put("requests", findings.load().requests());
        run.put("acknowledged", findings.load().acknowledged());
        run.put("operations", findings.load().operations());
        run.put("events", findings.load().events());
        run.put("histories", findings.histories().many());
        run.put("calls", findings.histories().calls());
        run.put("violations", findings.violations().count());
        Files.writeString(runs, run + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// What was run, as version control has it.
    private static String revision() throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "rev-parse", "--short=12", "HEAD").start();
        String revision = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return git.waitFor() == 0 ? revision : "unknown";
    }

    static String page(Path runs) throws IOException {
        Map<String, List<JsonNode>> byDatabase = new TreeMap<>();
        for (String line : Files.readAllLines(runs)) {
            JsonNode run = JsonMapper.shared().readTree(line);
            byDatabase
                    .computeIfAbsent(run.path("database").asString(""), _ -> new ArrayList<>())
                    .add(run);
        }
        StringBuilder text = new StringBuilder(INTRODUCTION);
        line(text, "## What clients may rely on");
        line(text, "");
        for (Law law : Law.values()) {
            line(text, "- " + law.text());
        }
        for (Map.Entry<String, List<JsonNode>> entry : byDatabase.entrySet()) {
            database(text, entry.getKey(), entry.getValue());
        }
        return text.toString();
    }

    private static void database(StringBuilder text, String name, List<JsonNode> runs) {
        line(text, "");
        line(text, "## " + name);
        line(text, "");
        line(text, "| fault | times |");
        line(text, "|---|---|");
        for (Fault fault : Fault.values()) {
            long times = runs.stream()
                    .mapToLong(run -> run.path("faults").path(fault.name()).asLong(0))
                    .sum();
            if (times > 0) {
                line(text, "| " + fault.text() + " | " + number(times) + " |");
            }
        }
        line(text, "");
        line(
                text,
                "| date | revision | JDK | seed | minutes | kills | requests | operations | events | histories | calls"
                        + " in them | violations |");
        line(text, "|---|---|---|---|---|---|---|---|---|---|---|---|");
        runs.forEach(run -> line(text, row(run)));
        line(
                text,
                "| all | | | | " + number(sum(runs, "seconds") / 60) + " | "
                        + number(
                                runs.stream().mapToLong(RobustnessReport::kills).sum()) + " | "
                        + number(sum(runs, "requests")) + " | " + number(sum(runs, "operations")) + " | "
                        + number(sum(runs, "events")) + " | " + number(sum(runs, "histories")) + " | "
                        + number(sum(runs, "calls")) + " | " + number(sum(runs, "violations")) + " |");
    }

    private static String row(JsonNode run) {
        return "| " + run.path("date").asString("") + " | `"
                + run.path("revision").asString("") + "` | "
                + run.path("jdk").asString("") + " | " + run.path("seed").asLong(0) + " | "
                + number(run.path("seconds").asLong(0) / 60) + " | " + number(kills(run)) + " | "
                + number(run.path("requests").asLong(0)) + " | "
                + number(run.path("operations").asLong(0)) + " | "
                + number(run.path("events").asLong(0)) + " | "
                + number(run.path("histories").asLong(0)) + " | "
                + number(run.path("calls").asLong(0)) + " | "
                + number(run.path("violations").asLong(0)) + " |";
    }

    private static long kills(JsonNode run) {
        long kills = 0;
        for (Fault fault : Fault.values()) {
            kills += fault.kills() * run.path("faults").path(fault.name()).asLong(0);
        }
        return kills;
    }

    private static long sum(List<JsonNode> runs, String member) {
        return runs.stream().mapToLong(run -> run.path(member).asLong(0)).sum();
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }

    private static final String INTRODUCTION = """
        # Robustness

        Written by `bench/robust --page`. Real servers, as users start them, work for clients through both doors while faults come
        one after the other: registers that clients compete for, by ETags and by patches with a test; creates with
        client tokens, each sent several times; things that are slow, that fail, that breach the handler contract and that
        are seen late; groups; and streams of events that are followed from server to server. On SQLite there is one server, on PostgreSQL
        there are two, whose clocks differ. After every 40 faults all heals, and everything is held against what clients may rely on.

        `bench/robust --database postgresql --minutes 20 --seed 7` repeats a schedule of faults; what the clients meet differs from run to
        run. Each law is tested, too: by histories that break it, and by [servers with bugs](../../bench/src/test/resources/fairlead/bench/robust/bugs),
        each of which the run has to find.

        """;
}
