package fairlead.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A folder that handlers may read and write besides their own.
///
/// @param type whose handler; empty for those of all types
public record GrantedFolder(Optional<String> type, Path folder) {

    private static final Logger LOG = LoggerFactory.getLogger(GrantedFolder.class);

    /// The folders that the handler of a type may read and write; those that are not there are made.
    public static List<Path> of(String type, Collection<GrantedFolder> all) {
        List<Path> folders = all.stream()
                .filter(granted ->
                        granted.type().filter(other -> !other.equals(type)).isEmpty())
                .map(GrantedFolder::folder)
                .toList();
        folders.forEach(GrantedFolder::make);
        return folders;
    }

    private static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            LOG.warn("can't make {}, which handlers may write", folder, failure);
        }
    }
}
