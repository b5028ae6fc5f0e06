package fairlead.lambda;

import fairlead.host.DeclaredNeeds;
import fairlead.host.Folders;
import fairlead.host.Program;
import fairlead.host.Program.Limits;
import fairlead.host.egress.EgressProxy;
import fairlead.host.egress.Network;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Says how a provider of each language is started.
final class Starter {

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final String BOOTSTRAP_CLASS = "fairlead.lambda.bootstrap.Bootstrap";

    /// What libraries of the time of Java 8 reach into.
    private static final List<String> OPENED =
            List.of("java.lang", "java.lang.reflect", "java.util", "java.net", "java.io", "java.text", "java.time");

    /// A JVM does not look at the variables that other languages have for it. The Runtime API is on this
    /// machine.
    private static final List<String> PROXY = List.of(
            "-Dhttp.proxyHost=127.0.0.1",
            "-Dhttp.proxyPort={proxy}",
            "-Dhttps.proxyHost=127.0.0.1",
            "-Dhttps.proxyPort={proxy}",
            "-Dhttp.nonProxyHosts=127.0.0.1");

    private final Settings settings;
    private final EgressProxy egress;
    private final Runtimes runtimes;
    private final Path homes;
    private final Path bootstraps;

    /// @param egress by what providers go out whose type says where to
    /// @param homes a folder for the homes of types
    /// @param bootstraps a folder for what connects a language's code with the Runtime API; made here
    Starter(Settings settings, EgressProxy egress, Path homes, Path bootstraps) {
        this.settings = settings;
        this.egress = egress;
        this.homes = homes;
        this.bootstraps = bootstraps;
        runtimes = new Runtimes(settings.commands());
        Folders.unpackResource(Starter.class, "bootstrap.py", bootstraps.resolve("bootstrap.py"));
        Folders.unpackResource(Starter.class, "bootstrap.cjs", bootstraps.resolve("bootstrap.cjs"));
        String classFile = BOOTSTRAP_CLASS.replace('.', '/') + ".class";
        Folders.unpackResource(
                Starter.class,
                "bootstrap/Bootstrap.class",
                bootstraps.resolve("java").resolve(classFile));
    }

    Program program(Project project, Path code, String typeName, DeclaredNeeds needs) throws Flaw, IOException {
        Map<String, String> environment = environment(project, code, typeName, needs);
        List<String> command = switch (project.language()) {
            case JAVA -> java(project, code);
            case PYTHON ->
                List.of(
                        runtimes.find(project).toString(),
                        bootstraps.resolve("bootstrap.py").toString(),
                        project.entrypoint());
            case NODE ->
                List.of(
                        runtimes.find(project).toString(),
                        "--max-old-space-size=" + settings.memoryMegabytes() / 2,
                        bootstraps.resolve("bootstrap.cjs").toString(),
                        project.entrypoint());
            case NATIVE -> List.of(Code.program(project, code).toString());
        };
        List<Path> readable = new ArrayList<>(List.of(code, bootstraps));
        readable.addAll(runtimes.folders(project, Path.of(command.getFirst()), code));
        Program.Files files = new Program.Files(
                readable,
                settings.files().writable(typeName),
                Optional.of(homes.resolve(typeName.replace("::", "-"))),
                Optional.empty(),
                settings.files().secret());
        Network network = egress.network(typeName, needs.egress());
        if (project.language() == Language.JAVA && network instanceof Network.Proxied) {
            command = new ArrayList<>(command);
            command.addAll(1, PROXY);
        }
        return new Program(command, environment, code, files, network, Limits.ofMemory(settings.memoryMegabytes()));
    }

    private List<String> java(Project project, Path code) throws Flaw, IOException {
        List<String> command = new ArrayList<>(List.of(
                runtimes.find(project).toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-Xmx" + settings.memoryMegabytes() / 2 + "m",
                "-Dfile.encoding=UTF-8",
                "-Djava.io.tmpdir={temp}"));
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        List<String> classPath =
                new ArrayList<>(List.of(bootstraps.resolve("java").toString()));
        Code.jars(code).forEach(jar -> classPath.add(jar.toString()));
        command.addAll(
                List.of("-cp", String.join(File.pathSeparator, classPath), BOOTSTRAP_CLASS, project.entrypoint()));
        return command;
    }

    /// All that a provider sees. Nothing of the server's own environment but what the operator allows and the
    /// type asks for.
    private Map<String, String> environment(Project project, Path code, String typeName, DeclaredNeeds needs) {
        Map<String, String> environment = new HashMap<>();
        environment.put("PATH", PATH);
        environment.put("LANG", "C.UTF-8");
        environment.put("TZ", "UTC");
        environment.put("_HANDLER", project.entrypoint());
        environment.put("LAMBDA_TASK_ROOT", code.toString());
        environment.put("AWS_REGION", "us-east-1");
        environment.put("AWS_DEFAULT_REGION", "us-east-1");
        environment.put("AWS_LAMBDA_FUNCTION_NAME", typeName.replace("::", "-"));
        environment.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
        environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(settings.memoryMegabytes()));
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
        environment.put("PYTHONUNBUFFERED", "1");
        environment.put("PYTHONDONTWRITEBYTECODE", "1");
        if (project.language() == Language.NATIVE) {
            environment.put("AWS_SAM_LOCAL", "true");
        }
        environment.putAll(needs.variables().of(settings.variables()));
        return environment;
    }
}
