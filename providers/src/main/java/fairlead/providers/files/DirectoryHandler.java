package fairlead.providers.files;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import fairlead.providers.Shape;
import fairlead.providers.disk.Folder;
import fairlead.providers.disk.Pages;
import java.io.IOException;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `Fairlead::Files::Directory`.
final class DirectoryHandler implements Updatable, Listable {

    private static final String DELETE_CONTENTS = "DeleteContents";

    // Kept free at the end of a call for the answer.
    private static final Duration RESERVE = Duration.ofSeconds(5);

    private final Roots roots;
    private final Shape shape;

    DirectoryHandler(Roots roots, Shape shape) {
        this.roots = roots;
        this.shape = shape;
    }

    @Override
    public Progress create(Create request, Context context) {
        ObjectNode desired = shape.kept(request.desired());
        String name = Names.directory(desired, Names.NAME);
        Set<PosixFilePermission> mode = Mode.ofDirectory(desired);
        return roots.change(context, name, tree -> {
            Optional<PosixFileAttributes> there = tree.root().look(name);
            Optional<FileRecord> mine =
                    tree.ofDirectory(name).filter(memory -> memory.isOf(context.token()) && isDirectory(there, true));
            if (there.isPresent() && mine.isEmpty()) {
                return Progress.failed(ErrorCode.ALREADY_EXISTS, "\"" + name + "\" exists already");
            }
            if (there.isEmpty() || !mine.orElseThrow().made()) {
                FileRecord memory = new FileRecord(
                        context.token(), false, desired.path(DELETE_CONTENTS).asBoolean());
                tree.rememberDirectory(name, memory);
                if (there.isEmpty()) {
                    tree.root().makeFolder(name, mode);
                } else {
                    tree.root().permit(name, mode);
                }
                tree.rememberDirectory(name, memory.complete());
            }
            return Progress.done(model(tree, name).orElseThrow(() -> missing(name)));
        });
    }

    @Override
    public Progress read(Read request, Context context) {
        String name = Names.directory(request.identifier(), Names.NAME);
        return Progress.done(roots.look(context, tree -> model(tree, name)).orElseThrow(() -> missing(name)));
    }

    private static Optional<ObjectNode> model(Tree tree, String name) throws IOException {
        Optional<PosixFileAttributes> there = tree.root().look(name);
        if (!isDirectory(there, false)) {
            return Optional.empty();
        }
        boolean deleteContents = tree.ofDirectory(name).map(FileRecord::flag).orElse(false);
        return Optional.of(identifier(name)
                .put(Mode.PROPERTY, Mode.show(there.get().permissions()))
                .put(DELETE_CONTENTS, deleteContents)
                .put("Path", tree.root().place(name).toString()));
    }

    @Override
    public Progress update(Update request, Context context) {
        String name = Names.directory(request.identifier(), Names.NAME);
        ObjectNode desired = shape.kept(request.desired());
        Set<PosixFilePermission> mode = Mode.ofDirectory(desired);
        return roots.change(context, name, tree -> {
            if (!isDirectory(tree.root().look(name), false)) {
                throw missing(name);
            }
            boolean deleteContents = desired.path(DELETE_CONTENTS).asBoolean();
            String maker = tree.ofDirectory(name).map(FileRecord::token).orElse("");
            tree.rememberDirectory(name, new FileRecord(maker, true, deleteContents));
            tree.root().permit(name, mode);
            return Progress.done(model(tree, name).orElseThrow(() -> missing(name)));
        });
    }

    @Override
    public Progress delete(Delete request, Context context) {
        String name = Names.directory(request.identifier(), Names.NAME);
        Instant now = context.clock().instant();
        return roots.change(context, name, tree -> {
            if (!isDirectory(tree.root().look(name), false)) {
                boolean mine = tree.graves().tell(name, context.token(), now);
                if (mine) {
                    tree.forgetDirectory(name);
                }
                return mine ? Progress.gone() : Progress.failed(ErrorCode.NOT_FOUND, absent(name));
            }
            return remove(tree, name, context, now);
        });
    }

    private static Progress remove(Tree tree, String name, Context context, Instant now) throws IOException {
        boolean everything = tree.ofDirectory(name).map(FileRecord::flag).orElse(false);
        try (Folder directory = tree.root().at(name)) {
            long entries = directory.names().stream()
                    .filter(entry -> !entry.startsWith(Folder.UNFINISHED))
                    .count();
            if (entries > 0 && !everything) {
                return Progress.failed(
                        ErrorCode.GENERAL_SERVICE_EXCEPTION,
                        "directory \"" + name + "\" is not empty (" + entries
                                + " entries): delete them first, or set DeleteContents");
            }
            tree.graves().dig(name, context.token(), now);
            Instant end = context.deadline().minus(RESERVE);
            if (!directory.clear(() -> !context.clock().instant().isBefore(end))) {
                return Progress.again(identifier(name), Duration.ZERO, JsonNodeFactory.instance.objectNode());
            }
        }
        tree.root().remove(name);
        tree.forgetDirectory(name);
        return Progress.gone();
    }

    @Override
    public Page list(Query query, Context context) {
        return roots.look(
                context,
                tree -> Pages.page(names(tree), query, DirectoryHandler::identifier, name -> modelOf(name, context)));
    }

    private Optional<ObjectNode> modelOf(String name, Context context) {
        return roots.look(context, tree -> model(tree, name));
    }

    /// The names of all directories in a root, sorted.
    static List<String> names(Tree tree) throws IOException {
        Folder root = tree.root();
        return root.namesOf(name -> Names.isDirectory(name), PosixFileAttributes::isDirectory);
    }

    private static boolean isDirectory(Optional<PosixFileAttributes> there, boolean otherwise) {
        return there.map(PosixFileAttributes::isDirectory).orElse(otherwise);
    }

    private static ObjectNode identifier(String name) {
        return JsonNodeFactory.instance.objectNode().put(Names.NAME, name);
    }

    private static HandlerException missing(String name) {
        return new HandlerException(ErrorCode.NOT_FOUND, absent(name));
    }

    private static String absent(String name) {
        return "there is no directory \"" + name + '"';
    }
}
