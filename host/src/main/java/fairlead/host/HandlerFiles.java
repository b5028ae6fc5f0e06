package fairlead.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// What the operator says of the machine's files: which of them handlers may use besides their own, and which are the
/// server's alone.
///
/// @param granted folders that handlers may read and write
/// @param secret files and folders that handlers never reach, though a folder above them is readable: the server's
///     data, keys and passwords. What a handler has within them of its own, its code for example, it does reach
public record HandlerFiles(List<GrantedFolder> granted, List<Path> secret) {

    public static final HandlerFiles NONE = new HandlerFiles(List.of(), List.of());

    public HandlerFiles {
        granted = List.copyOf(granted);
        secret = List.copyOf(secret);
    }

    /// The same, with a folder that all handlers may read and write.
    public HandlerFiles granting(Path folder) {
        List<GrantedFolder> more = new ArrayList<>(granted);
        more.add(new GrantedFolder(Optional.empty(), folder));
        return new HandlerFiles(more, secret);
    }

    /// The same, with more that is the server's alone. Throws [IllegalArgumentException] if a granted folder is or
    /// holds a part of that.
    public HandlerFiles hiding(Collection<Path> more) {
        for (GrantedFolder folder : granted) {
            for (Path path : more) {
                if (RealPath.of(path).startsWith(RealPath.of(folder.folder()))) {
                    throw new IllegalArgumentException("expected a folder without files of the server, found '"
                            + folder.folder() + "', which holds '" + path + "'");
                }
            }
        }
        List<Path> all = new ArrayList<>(secret);
        all.addAll(more);
        return new HandlerFiles(granted, all);
    }

    /// The folders that the handler of a type may read and write; those that are not there are made.
    public List<Path> writable(String type) {
        return GrantedFolder.of(type, granted);
    }
}
