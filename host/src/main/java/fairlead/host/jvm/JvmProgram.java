package fairlead.host.jvm;

import com.fasterxml.jackson.annotation.JsonProperty;
import fairlead.handler.ResourceHandler;
import fairlead.host.Program;
import fairlead.host.egress.Network;
import fairlead.host.inside.HandlerMain;
import fairlead.host.inside.logging.PrintingProvider;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.JsonNode;

/// The program that runs a Java handler.
final class JvmProgram {

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private static final List<Path> CLASS_PATH = Stream.of(
                    HandlerMain.class,
                    ResourceHandler.class,
                    JsonNode.class,
                    TokenStreamFactory.class,
                    JsonProperty.class,
                    Logger.class)
            .map(JvmProgram::source)
            .distinct()
            .toList();

    /// A JVM does not look at the variables that other languages have for it.
    private static final List<String> PROXY = List.of(
            "-Dhttp.proxyHost=127.0.0.1",
            "-Dhttp.proxyPort={proxy}",
            "-Dhttps.proxyHost=127.0.0.1",
            "-Dhttps.proxyPort={proxy}",
            "-Dhttp.nonProxyHosts=");

    private JvmProgram() {}

    /// @param lasting where handlers of the type have their home and their temporary folder
    static Program of(String type, HandlerCode code, JavaSettings settings, Path lasting) {
        List<String> command = new ArrayList<>(List.of(
                settings.java().toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-Xshare:auto",
                "-Xmx" + settings.limits().memoryMegabytes() / 2 + "m",
                "-Djava.io.tmpdir={temp}",
                "-Duser.home={home}",
                "-Dslf4j.provider=" + PrintingProvider.class.getName(),
                "-Dslf4j.internal.verbosity=ERROR"));
        Network network = settings.egress().network(type, code.needs().egress());
        if (network instanceof Network.Proxied) {
            command.addAll(PROXY);
        }
        command.addAll(List.of(
                "-cp",
                String.join(
                        File.pathSeparator,
                        CLASS_PATH.stream().map(Path::toString).toList()),
                HandlerMain.class.getName(),
                code.className()));
        code.jars().forEach(jar -> command.add(jar.toAbsolutePath().toString()));
        Map<String, String> environment = code.needs().variables().of(settings.environment());
        environment.put("PATH", PATH);
        environment.put("LANG", "C.UTF-8");
        environment.put("TZ", "UTC");
        List<Path> readable = new ArrayList<>(CLASS_PATH);
        readable.add(home(settings.java()));
        Program.Files files = new Program.Files(
                readable,
                settings.files().writable(type),
                Optional.of(lasting.resolve("home")),
                Optional.of(lasting.resolve("tmp")),
                settings.files().secret());
        return new Program(command, environment, code.folder().toAbsolutePath(), files, network, settings.limits());
    }

    /// The folder of the JDK, or the program alone where it is in none.
    private static Path home(Path java) {
        Path folder = java.toAbsolutePath().getParent();
        Path above = folder == null ? null : folder.getParent();
        return folder != null && folder.endsWith("bin") && above != null && above.getNameCount() > 0 ? above : java;
    }

    private static Path source(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
