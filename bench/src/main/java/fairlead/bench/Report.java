package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Runs the measurements and sets them beside their limits, as Markdown.
final class Report {

    private static final int CLIENTS = 64;
    private static final int FEWER = 16;

    private final Measurements measurements;
    private final StringBuilder text = new StringBuilder();

    Report(Measurements measurements) {
        this.measurements = measurements;
    }

    String write() throws Exception {
        introduction();
        heading("Limits", "What the machine and the parts grant, measured in the same run.");
        table("what", "a second", "p50 ms", "p99 ms");
        Load.Result flushes = row("append 4 KiB and flush, one after the other", measurements.flushes());
        Load.Result bareGet = row("bare Jetty, GET of 700 bytes, 64 clients", measurements.bareHttp(false));
        Load.Result barePut = row("bare Jetty, PUT of 1 KB parsed and echoed, 64 clients", measurements.bareHttp(true));
        Load.Result direct = row("the same PUT without HTTP, 64 threads", measurements.withoutHttp(CLIENTS));
        Pgbench.Figure pgbench = measurements.pgbench();
        line(
                "| pgbench, the statements of one PUT, 16 clients (`fsync=off`) | %,.0f | %.2f (mean) | |",
                pgbench.perSecond(), pgbench.millis());

        heading("Fairlead", "One process on SQLite with `synchronous=FULL`; the generator runs on the same cores.");
        table("what", "a second", "p50 ms", "p99 ms");
        Load.Result put = row(
                "durable PUT of a validated 1 KB resource, in-process handler, 64 clients", measurements.puts(CLIENTS));
        Load.Result one = row("the same, 1 client", measurements.puts(1));
        row("the same, open loop at 60 % of that rate", measurements.putsAtRate(put.perSecond() * 0.6));
        Overload.Outcome overload = measurements.putsBeyond(put.perSecond());
        row("twice that rate on 2,000 connections: carried out", overload.accepted());
        row("twice that rate on 2,000 connections: refused with 503", overload.refused());
        row(
                "create by a CloudFormation provider in Java, accepted to terminal, 2 processes, 8 clients",
                measurements.providerPuts(8));
        List<Load.Result> gets = measurements.gets(CLIENTS, FEWER);
        Load.Result get = row("GET by id, 64 clients", gets.getFirst());
        row("the same, 16 clients", gets.getLast());
        row("GET by id, open loop at 60 % of the rate of 64 clients", measurements.getsAtRate(get.perSecond() * 0.6));
        row(
                String.format(Locale.ROOT, "list page of 100 out of %,d, 4 clients", measurements.manyResources()),
                measurements.pages());
        line("");
        Measurements.Start start = measurements.start();
        line(
                "- start of the process to the first successful PUT: %,d ms; resident 15 s later: %d MiB",
                start.millis(), start.idleMegabytes());
        Measurements.Recovery recovery = measurements.recovery(1000);
        line(
                "- `kill -9` with 1,000 operations under way: serving again after %,d ms, all ended after %,d ms (each"
                        + " waits 2 s for its service)",
                recovery.servingMillis(), recovery.resumedMillis());

        heading("Ratios", "1.00 would be the limit itself.");
        line("| what | ratio |");
        line("|---|---|");
        ratio("PUT / the same without HTTP", put.perSecond(), direct.perSecond());
        ratio("PUT / bare HTTP", put.perSecond(), barePut.perSecond());
        ratio("PUT / pgbench with the same statements", put.perSecond(), pgbench.perSecond());
        ratio("PUT with 1 client, two flushes each / half the flushes", one.perSecond(), flushes.perSecond() / 2);
        ratio("GET / bare HTTP", get.perSecond(), bareGet.perSecond());
        hosts();
        protocols(2);
        return text.toString();
    }

    /// The hosts of handlers alone.
    String writeHosts() throws Exception {
        introduction();
        hosts();
        return text.toString();
    }

    private void hosts() throws Exception {
        heading(
                "Handlers in processes of their own",
                "Creates, accepted to terminal, with a create and a read by the handler each: 64 clients, by turns on"
                        + " one server. Calls: reads by one caller, without the server around them.");
        table("what", "a second", "p50 ms", "p99 ms", "processor time of server and handlers, µs");
        Hosts hosts = measurements.hosts();
        Hosts.Creates creates = hosts.creates(3);
        row("create, handler in the server", creates.inProcess());
        row("create, Java handler in its process", creates.java());
        row("create, CloudFormation provider in Java, 2 processes", creates.provider());
        line("");
        table("what", "a second", "p50 ms", "p99 ms");
        row("warm call of a Java handler in its process", hosts.javaCall());
        row("warm call of a CloudFormation provider in Java", hosts.providerCall());
        line("");
        line("| what | ratio |");
        line("|---|---|");
        double inProcess = creates.inProcess().result().perSecond();
        ratio(
                "Java handler in its process / handler in the server",
                creates.java().result().perSecond(),
                inProcess);
        ratio(
                "CloudFormation provider / handler in the server",
                creates.provider().result().perSecond(),
                inProcess);
    }

    private void row(String what, Hosts.Figure figure) {
        Load.Result result = figure.result();
        line(
                "| %s | %,.0f | %.2f | %.2f | %,.0f |%s",
                what, result.perSecond(), result.millis(50), result.millis(99), figure.micros(), gaveUp(result));
        System.err.println(what + ": " + Math.round(result.perSecond()) + "/s");
    }

    /// The protocols alone.
    String writeProtocols() throws Exception {
        introduction();
        protocols(2);
        return text.toString();
    }

    private void protocols(int rounds) throws Exception {
        heading("Two protocols", "The same resources through both protocols, 64 clients, in turns on one server.");
        table("what", "a second", "p50 ms", "p99 ms");
        Measurements.Protocols protocols = measurements.protocols(rounds);
        row("PUT", protocols.put());
        row("CreateResource, signed", protocols.create());
        row("GET, what is stored", protocols.get());
        row("GetResource, signed, what the handler reads", protocols.read());
        line("");
        line("| what | ratio |");
        line("|---|---|");
        ratio(
                "CreateResource / PUT",
                protocols.create().perSecond(),
                protocols.put().perSecond());
        ratio("GetResource / GET", protocols.read().perSecond(), protocols.get().perSecond());
    }

    private void introduction() throws IOException {
        line("# Performance");
        line("");
        line("Written by `bench/run`. Figures of one run on one machine: use them as ratios.");
        line("");
        line(
                "- machine: %s, %d cores, %s, JDK %s",
                cpu(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.version"));
        line(
                "- contenders: Jetty %s, SQLite JDBC %s, PostgreSQL and pgbench of the system",
                org.eclipse.jetty.util.Jetty.VERSION, org.sqlite.SQLiteJDBCLoader.getVersion());
        line(
                "- each figure: %d s of warm-up, %d s measured; latencies from HdrHistogram, open loop without"
                        + " coordinated omission",
                measurements.warmUp().toSeconds(), measurements.measured().toSeconds());
        line("- HTTP clients: connections that are kept, each with one request under way, all served by one thread");
    }

    private static String cpu() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        if (!Files.exists(file)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.replaceAll(".*: ", ""))
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    private void heading(String title, String sentence) {
        line("");
        line("## " + title);
        line("");
        line(sentence);
        line("");
    }

    private void table(String... columns) {
        line("| " + String.join(" | ", columns) + " |");
        line("|" + "---|".repeat(columns.length));
    }

    private Load.Result row(String what, Load.Result result) {
        line(
                "| %s | %,.0f | %.2f | %.2f |%s",
                what, result.perSecond(), result.millis(50), result.millis(99), gaveUp(result));
        System.err.println(what + ": " + Math.round(result.perSecond()) + "/s");
        return result;
    }

    private static String gaveUp(Load.Result result) {
        return result.errors() == 0 ? "" : " " + result.errors() + " clients gave up";
    }

    private void ratio(String what, double ours, double limit) {
        line("| %s | %.2f |", what, ours / limit);
    }

    @SuppressWarnings("AnnotateFormatMethod") // The annotation would be one more library, for a method of three lines.
    private void line(String format, Object... arguments) {
        text.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
                .append('\n');
    }
}
