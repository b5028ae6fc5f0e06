package fairlead.server.type.archive;

import fairlead.host.DeclaredNeeds;
import fairlead.host.jvm.HandlerCode;
import fairlead.lambda.Providers;
import fairlead.server.problem.Problem.Detail;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A type's archive, unpacked: its documents in memory, its jars in a folder.
///
/// @param schema no bytes if the archive has none
/// @param registration no bytes if the archive has none
/// @param report of contract tests, which the digest does not cover; no bytes if the archive has none
/// @param jars the digest of each jar in the folder, by its name; and, of a CloudFormation provider, of
///     `.rpdk-config` and of the archive of what was built
/// @param unused what else the archive has
/// @param wrong what is wrong with the archive itself
public record TypeArchive(
        Path folder,
        byte[] schema,
        byte[] registration,
        byte[] report,
        SortedMap<String, byte[]> jars,
        List<String> unused,
        List<Detail> wrong) {

    static final String SCHEMA = "schema.json";
    public static final String REGISTRATION = "fairlead.json";
    static final String REPORT = "contract-report.json";

    public TypeArchive {
        jars = Collections.unmodifiableSortedMap(new TreeMap<>(jars));
        unused = List.copyOf(unused);
        wrong = List.copyOf(wrong);
    }

    public String digest() {
        return ArchiveDigests.of(schema, registration, jars);
    }

    public List<Path> jarFiles() {
        return jars.keySet().stream()
                .filter(name -> name.endsWith(".jar"))
                .map(folder::resolve)
                .toList();
    }

    /// Of what its Java handler is made.
    ///
    /// @param needs what the handler asks for of the machine
    public HandlerCode code(String className, DeclaredNeeds needs) {
        return new HandlerCode(className, folder, jarFiles(), needs);
    }

    /// Whether it is the package of a CloudFormation provider.
    public boolean isProvider() {
        return jars.containsKey(Providers.CONFIG);
    }
}
