package fairlead.providers.files;

import fairlead.providers.disk.DeletionLog;
import fairlead.providers.disk.Digest;
import fairlead.providers.disk.Folder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// An open root: the directories in it, and what is remembered of them and of their files.
final class Tree implements Closeable {

    private static final String MEMORY = ".fairlead";
    private static final String DIRECTORY = "directory.json";
    private static final String ENDING = ".json";

    private final Folder root;
    private final Folder memories;
    private final Folder graves;
    private final Folder locks;

    Tree(Folder root) throws IOException {
        this.root = root;
        memories = root.making(MEMORY, "memories");
        graves = root.making(MEMORY, "graves");
        locks = root.making(MEMORY, "locks");
    }

    Folder root() {
        return root;
    }

    Folder locks() {
        return locks;
    }

    DeletionLog graves() {
        return new DeletionLog(graves);
    }

    Optional<FileRecord> ofDirectory(String name) throws IOException {
        return recall(name, DIRECTORY);
    }

    void rememberDirectory(String name, FileRecord memory) throws IOException {
        remember(name, DIRECTORY, memory);
    }

    Optional<FileRecord> ofFile(String directory, String name) throws IOException {
        return recall(directory, Digest.of(name) + ENDING);
    }

    void rememberFile(String directory, String name, FileRecord memory) throws IOException {
        remember(directory, Digest.of(name) + ENDING, memory);
    }

    void forgetFile(String directory, String name) throws IOException {
        if (memories.look(directory).isPresent()) {
            try (Folder folder = memories.at(directory)) {
                folder.remove(Digest.of(name) + ENDING);
            }
        }
    }

    /// Forgets a directory and all files in it.
    void forgetDirectory(String name) throws IOException {
        if (memories.look(name).isPresent()) {
            try (Folder folder = memories.at(name)) {
                folder.clear(() -> false);
            }
            memories.remove(name);
        }
    }

    private Optional<FileRecord> recall(String directory, String record) throws IOException {
        if (memories.look(directory).isEmpty()) {
            return Optional.empty();
        }
        try (Folder folder = memories.at(directory)) {
            return folder.record(record).map(FileRecord::parse);
        }
    }

    private void remember(String directory, String record, FileRecord memory) throws IOException {
        ObjectNode text = memory.record();
        try (Folder folder = memories.making(directory)) {
            folder.record(record, text);
        }
    }

    @Override
    public void close() throws IOException {
        try (root;
                memories;
                graves) {
            locks.close();
        }
    }
}
