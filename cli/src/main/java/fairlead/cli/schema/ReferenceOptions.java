package fairlead.cli.schema;

import fairlead.schema.reference.CachedDocuments;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.FolderDocuments;
import fairlead.schema.reference.RemoteDocuments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/// The options for the documents that schemas refer to. Without them nothing is fetched.
public final class ReferenceOptions {

    @Option(
            names = "--references",
            paramLabel = "DIR",
            description = "a folder with schemas that others may refer to; may be given more than once")
    private List<Path> folders = new ArrayList<>();

    @Option(
            names = "--allow-host",
            paramLabel = "HOST",
            description = "a host that documents may be fetched from over HTTPS; may be given more than once")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--allow-private-hosts", description = "allowed hosts may be in a private network, and use HTTP")
    private boolean privateHosts;

    @Option(
            names = "--fetch-timeout",
            paramLabel = "SECONDS",
            description = "how long one document may take (else 10)",
            defaultValue = "10")
    private int seconds = 10;

    @Option(names = "--cache", paramLabel = "DIR", description = "a folder that keeps what was fetched")
    private Optional<Path> cache = Optional.empty();

    /// The documents that a schema in a file may refer to: those beside it, and those that these options allow.
    ///
    /// @param file `-` for standard input, which nothing is beside
    public Documents of(String file) {
        return file.equals("-") ? documents() : of(Path.of(file));
    }

    /// Those beside a file or in a folder, and those that these options allow.
    public Documents of(Path place) {
        Path folder = Files.isDirectory(place)
                ? place
                : Path.of("" + place.toAbsolutePath().getParent());
        return new FolderDocuments(folder).or(documents());
    }

    /// The documents that these options allow.
    Documents documents() {
        Documents documents = folders.isEmpty() ? remote() : new FolderDocuments(folders.getFirst());
        for (int i = 1; i < folders.size(); i++) {
            documents = documents.or(new FolderDocuments(folders.get(i)));
        }
        return folders.isEmpty() ? documents : documents.or(remote());
    }

    private Documents remote() {
        RemoteDocuments.Limits usual = RemoteDocuments.Limits.USUAL;
        Set<String> allowed = new HashSet<>();
        hosts.forEach(host -> allowed.add(host.toLowerCase(Locale.ROOT)));
        // It lives as long as the process.
        Documents remote = new RemoteDocuments(
                allowed,
                new RemoteDocuments.Limits(usual.bytes(), Duration.ofSeconds(Math.max(1, seconds)), privateHosts));
        return cache.<Documents>map(folder -> new CachedDocuments(folder, remote))
                .orElse(remote);
    }
}
