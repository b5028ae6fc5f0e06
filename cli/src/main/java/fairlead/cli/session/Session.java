package fairlead.cli.session;

import fairlead.cli.http.ClientKey;
import fairlead.cli.http.Server;
import fairlead.cli.http.Tokens;
import fairlead.cli.http.Trust;
import fairlead.cli.terminal.Json;
import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// One run of the command: the server, and the output.
public final class Session implements AutoCloseable {

    private static final String USUAL_SERVER = "http://127.0.0.1:8080";

    private final Env env;
    private final SignIn signIn;
    private @Nullable Server server;
    private Supplier<Optional<String>> near = Optional::empty;

    @Option(
            names = "--server",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "the server (FAIRLEAD_SERVER, else " + USUAL_SERVER + ")")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "the certificates to trust at an https server, in PEM form (FAIRLEAD_CA, else the machine's)")
    private Optional<String> ca = Optional.empty();

    @Option(
            names = "--client-certificate",
            paramLabel = "CERT,KEY",
            scope = ScopeType.INHERIT,
            description = "what to show to an https server instead of a token, in PEM files"
                    + " (FAIRLEAD_CLIENT_CERTIFICATE)")
    private Optional<String> clientCertificate = Optional.empty();

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "show every request on standard error")
    private boolean verbose;

    @SuppressWarnings("UnusedVariable") // Setting it is enough: the help is shown and nothing else happens.
    @Option(
            names = {"-h", "--help"},
            scope = ScopeType.INHERIT,
            usageHelp = true,
            description = "show this help")
    private boolean help;

    public Session(Env env) {
        this.env = env;
        signIn = new SignIn(env, this::other);
    }

    public Env env() {
        return env;
    }

    /// Who the person is, for each server.
    public SignIn signIn() {
        return signIn;
    }

    public Server server() {
        Server known = server;
        if (known == null) {
            Tokens tokens = certificate().isPresent() ? _ -> Optional.empty() : signIn;
            known = new Server(serverUrl(), this::trust, env.clock(), env.pause(), tokens, this::trace);
            server = known;
        }
        return known;
    }

    /// Another server, of an issuer for example, which is shown nothing. It is believed as the machine has it, or by
    /// the certificates that were given.
    public Server other(URI base) {
        return new Server(base, this::trustOfOthers, env.clock(), env.pause(), _ -> Optional.empty(), this::trace);
    }

    private SSLContext trustOfOthers() {
        return Trust.besides(ca.or(() -> env.variable("FAIRLEAD_CA")).map(Path::of));
    }

    /// Takes what finds another name, should the resource that the command is about not be there.
    public void looksFor(Supplier<Optional<String>> nearName) {
        near = nearName;
    }

    /// The name that was probably meant, as a question; empty if none is close.
    public Optional<String> meant() {
        return near.get().map(name -> "did you mean '" + name + "'?");
    }

    private SSLContext trust() {
        try {
            return Trust.of(
                    ca.or(() -> env.variable("FAIRLEAD_CA")).map(Path::of),
                    certificate().map(ClientKey::parse));
        } catch (IllegalArgumentException wrong) {
            throw new Refused(Exit.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    private Optional<String> certificate() {
        return clientCertificate.or(() -> env.variable("FAIRLEAD_CLIENT_CERTIFICATE"));
    }

    private URI serverUrl() {
        String text = url.or(() -> env.variable("FAIRLEAD_SERVER"))
                .orElse(USUAL_SERVER)
                .strip();
        String withScheme = text.contains("://") ? text : "http://" + text;
        try {
            URI parsed = URI.create(withScheme.replaceAll("/+$", ""));
            if (parsed.getHost() != null && List.of("http", "https").contains(parsed.getScheme())) {
                return parsed;
            }
        } catch (IllegalArgumentException notUrl) {
            // Said below, as for a URL without a host.
        }
        throw new Refused(Exit.USAGE, "'" + text + "' is no server; give a URL such as " + USUAL_SERVER);
    }

    private void trace(String line) {
        if (verbose) {
            note(errPalette().dim(line));
        }
    }

    public PrintStream out() {
        return env.streams().out();
    }

    /// A remark that all went well.
    public void done(String what) {
        note(errPalette().green("✓") + " " + what);
    }

    /// A remark beside the result.
    public void note(String line) {
        PrintStream err = env.streams().err();
        err.println(line);
        err.flush();
    }

    public void print(List<String> lines) {
        lines.forEach(out()::println);
    }

    public void print(Table table) {
        print(table.lines(env.terminal().outWidth(), outPalette()));
    }

    /// JSON as the server wrote it; a line for each member only where a person reads.
    public void print(byte[] json) {
        if (env.terminal().out()) {
            out().println(Json.pretty(json));
        } else {
            out().write(json, 0, json.length);
            out().println();
        }
    }

    public Palette outPalette() {
        return env.terminal().outPalette();
    }

    public Palette errPalette() {
        return env.terminal().errPalette();
    }

    public byte[] read(String file) {
        try {
            return file.equals("-") ? env.streams().in().readAllBytes() : Files.readAllBytes(Path.of(file));
        } catch (NoSuchFileException missing) {
            throw new Refused(Exit.USAGE, "there is no file " + file);
        } catch (IOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + file + ": " + unreadable.getMessage());
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
