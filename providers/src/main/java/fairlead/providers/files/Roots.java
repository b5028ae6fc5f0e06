package fairlead.providers.files;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.providers.disk.DiskFailures;
import fairlead.providers.disk.Exclusive;
import fairlead.providers.disk.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/// Finds the root that a call is about, and opens it.
final class Roots {

    private static final String PROPERTY = "Root";

    private final Path defaultRoot;

    Roots(Path defaultRoot) {
        this.defaultRoot = defaultRoot;
    }

    @FunctionalInterface
    interface Work<T> {
        T with(Tree tree) throws IOException;
    }

    /// Looks without keeping others from changing things.
    <T> T look(Context context, Work<T> work) {
        return DiskFailures.translating(() -> {
            try (Tree tree = new Tree(open(context))) {
                return work.with(tree);
            }
        });
    }

    /// Works on a directory and what is in it while no other call does.
    <T> T change(Context context, String directory, Work<T> work) {
        return DiskFailures.translating(() -> {
            Duration most = Duration.between(context.clock().instant(), context.deadline());
            try (Tree tree = new Tree(open(context));
                    Exclusive _ = Exclusive.acquire(tree.locks(), directory, most)) {
                return work.with(tree);
            }
        });
    }

    private Folder open(Context context) throws IOException {
        if (!context.configuration().has(PROPERTY)) {
            try (Folder accounts = Folder.make(defaultRoot)) {
                return accounts.making(Folder.safe(context.account()));
            }
        }
        Path root = configured(context.configuration().path(PROPERTY).asString(""));
        if (!root.isAbsolute() || !Files.isDirectory(root)) {
            throw wrong();
        }
        return Folder.open(root);
    }

    private static Path configured(String root) {
        try {
            return Path.of(root);
        } catch (InvalidPathException _) {
            throw wrong();
        }
    }

    private static HandlerException wrong() {
        return new HandlerException(
                ErrorCode.INVALID_TYPE_CONFIGURATION,
                "the type configuration's Root has to be the absolute path of an existing directory");
    }
}
