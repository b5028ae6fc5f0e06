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
import fairlead.providers.disk.Digest;
import fairlead.providers.disk.Folder;
import fairlead.providers.disk.Pages;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `Fairlead::Files::File`.
final class FileHandler implements Updatable, Listable {

    private static final String SEPARATOR = "|";

    private final Roots roots;
    private final Shape shape;

    FileHandler(Roots roots, Shape shape) {
        this.roots = roots;
        this.shape = shape;
    }

    /// The composite identifier.
    private record Id(String directory, String name) {

        static Id of(ObjectNode properties) {
            return new Id(Names.directory(properties, Names.DIRECTORY), Names.file(properties));
        }

        static Id parse(String joined) {
            int separator = joined.indexOf(SEPARATOR);
            return new Id(joined.substring(0, separator), joined.substring(separator + 1));
        }

        ObjectNode properties() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put(Names.DIRECTORY, directory)
                    .put(Names.NAME, name);
        }

        @Override
        public String toString() {
            return directory + SEPARATOR + name;
        }
    }

    /// What a file is asked to be.
    private record Wanted(Content content, Set<PosixFilePermission> mode) {}

    private Wanted wanted(ObjectNode desired) {
        ObjectNode complete = shape.kept(desired);
        return new Wanted(Content.parse(complete), Mode.ofFile(complete));
    }

    @Override
    public Progress create(Create request, Context context) {
        Id id = Id.of(request.desired());
        Wanted wanted = wanted(request.desired());
        return roots.change(context, id.directory(), tree -> {
            try (Folder directory = tree.root().at(id.directory())) {
                return create(tree, directory, id, wanted, context.token());
            } catch (NoSuchFileException _) {
                return Progress.failed(ErrorCode.INVALID_REQUEST, "there is no directory \"" + id.directory() + '"');
            }
        });
    }

    private static Progress create(Tree tree, Folder directory, Id id, Wanted wanted, String token) throws IOException {
        Optional<PosixFileAttributes> there = directory.look(id.name());
        Optional<FileRecord> mine = tree.ofFile(id.directory(), id.name()).filter(memory -> memory.isOf(token));
        boolean regular = there.map(PosixFileAttributes::isRegularFile).orElse(true);
        if (there.isPresent() && (mine.isEmpty() || !regular)) {
            return Progress.failed(ErrorCode.ALREADY_EXISTS, "\"" + id.name() + "\" exists already");
        }
        if (there.isEmpty() || !mine.orElseThrow().made()) {
            FileRecord memory = new FileRecord(token, false, wanted.content().base64());
            tree.rememberFile(id.directory(), id.name(), memory);
            directory.write(id.name(), wanted.content().bytes(), wanted.mode());
            tree.rememberFile(id.directory(), id.name(), memory.complete());
        }
        return Progress.done(model(tree, directory, id).orElseThrow(() -> missing(id)));
    }

    @Override
    public Progress read(Read request, Context context) {
        Id id = Id.of(request.identifier());
        return Progress.done(model(id, context).orElseThrow(() -> missing(id)));
    }

    private Optional<ObjectNode> model(Id id, Context context) {
        return roots.look(context, tree -> {
            try (Folder directory = tree.root().at(id.directory())) {
                return model(tree, directory, id);
            } catch (NoSuchFileException _) {
                return Optional.empty();
            }
        });
    }

    private static Optional<ObjectNode> model(Tree tree, Folder directory, Id id) throws IOException {
        Optional<PosixFileAttributes> there = regular(directory, id);
        if (there.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode model = id.properties()
                .put(Mode.PROPERTY, Mode.show(there.get().permissions()))
                .put("Size", there.get().size())
                .put("ModifiedAt", there.get().lastModifiedTime().toInstant().toString());
        if (there.get().size() <= Content.MOST_BYTES) {
            boolean base64 =
                    tree.ofFile(id.directory(), id.name()).map(FileRecord::flag).orElse(false);
            directory.read(id.name(), Content.MOST_BYTES).ifPresent(bytes -> {
                new Content(bytes, base64).show(model);
                model.put("Size", bytes.length).put("Sha256", Digest.of(bytes));
            });
        }
        return Optional.of(model);
    }

    private static Optional<PosixFileAttributes> regular(Folder directory, Id id) throws IOException {
        return directory.look(id.name()).filter(PosixFileAttributes::isRegularFile);
    }

    @Override
    public Progress update(Update request, Context context) {
        Id id = Id.of(request.identifier());
        Wanted wanted = wanted(request.desired());
        return roots.change(context, id.directory(), tree -> {
            try (Folder directory = tree.root().at(id.directory())) {
                PosixFileAttributes there = regular(directory, id).orElseThrow(() -> missing(id));
                String maker = tree.ofFile(id.directory(), id.name())
                        .map(FileRecord::token)
                        .orElse("");
                tree.rememberFile(
                        id.directory(),
                        id.name(),
                        new FileRecord(maker, true, wanted.content().base64()));
                change(directory, id, there, wanted);
                return Progress.done(model(tree, directory, id).orElseThrow(() -> missing(id)));
            } catch (NoSuchFileException _) {
                throw missing(id);
            }
        });
    }

    /// Writes only what differs, so that an update of the mode leaves the time of the last change alone.
    private static void change(Folder directory, Id id, PosixFileAttributes there, Wanted wanted) throws IOException {
        boolean same = there.size() == wanted.content().bytes().length
                && directory
                        .read(id.name(), Content.MOST_BYTES)
                        .filter(bytes -> Arrays.equals(bytes, wanted.content().bytes()))
                        .isPresent();
        if (!same) {
            directory.write(id.name(), wanted.content().bytes(), wanted.mode());
        } else if (!there.permissions().equals(wanted.mode())) {
            directory.permit(id.name(), wanted.mode());
        }
    }

    @Override
    public Progress delete(Delete request, Context context) {
        Id id = Id.of(request.identifier());
        Instant now = context.clock().instant();
        return roots.change(context, id.directory(), tree -> {
            if (removed(tree, id, context.token(), now) || tree.graves().tell(id.toString(), context.token(), now)) {
                tree.forgetFile(id.directory(), id.name());
                return Progress.gone();
            }
            return Progress.failed(ErrorCode.NOT_FOUND, absent(id));
        });
    }

    private static boolean removed(Tree tree, Id id, String token, Instant now) throws IOException {
        try (Folder directory = tree.root().at(id.directory())) {
            if (regular(directory, id).isEmpty()) {
                return false;
            }
            tree.graves().dig(id.toString(), token, now);
            return directory.remove(id.name());
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    @Override
    public Page list(Query query, Context context) {
        List<String> ids = roots.look(context, tree -> ids(tree, query.filter()));
        return Pages.page(ids, query, id -> Id.parse(id).properties(), id -> model(Id.parse(id), context));
    }

    private static List<String> ids(Tree tree, ObjectNode filter) throws IOException {
        List<String> directories = filter.has(Names.DIRECTORY)
                ? List.of(Names.directory(filter, Names.DIRECTORY))
                : DirectoryHandler.names(tree);
        List<String> ids = new ArrayList<>();
        for (String directory : directories) {
            try (Folder folder = tree.root().at(directory)) {
                folder.namesOf(Names::isFile, PosixFileAttributes::isRegularFile)
                        .forEach(name -> ids.add(new Id(directory, name).toString()));
            } catch (NoSuchFileException _) {
                // gone meanwhile
            }
        }
        Collections.sort(ids);
        return ids;
    }

    private static HandlerException missing(Id id) {
        return new HandlerException(ErrorCode.NOT_FOUND, absent(id));
    }

    private static String absent(Id id) {
        return "there is no file \"" + id.name() + "\" in a directory \"" + id.directory() + '"';
    }
}
