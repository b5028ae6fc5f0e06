package example;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Keeps bookmarks as files in a folder: a JSON file for each, called after the bookmark.
///
/// A file holds the bookmark's properties, and beside them the token of the request that made it. By that a create
/// which is repeated, because its answer was lost, is told from one that meets another user's bookmark.
public final class BookmarkHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    private static final JsonMapper JSON = JsonMapper.shared();

    @Override
    public Progress create(Create request, Context context) {
        Path file = file(request.desired(), context);
        ObjectNode properties = request.desired().deepCopy();
        properties.put("AddedAt", context.clock().instant().toString());
        try {
            Path fresh = write(properties, context.token(), file);
            try {
                Files.createLink(file, fresh);
                return Progress.done(properties);
            } catch (FileAlreadyExistsException taken) {
                ObjectNode there = load(file);
                return token(there).equals(context.token())
                        ? Progress.done(properties(there))
                        : Progress.failed(ErrorCode.ALREADY_EXISTS, "There is a bookmark of that name already.");
            } finally {
                Files.delete(fresh);
            }
        } catch (IOException failure) {
            throw trouble(failure);
        }
    }

    @Override
    public Progress read(Read request, Context context) {
        try {
            return Progress.done(properties(load(file(request.identifier(), context))));
        } catch (NoSuchFileException none) {
            return notFound();
        } catch (IOException failure) {
            throw trouble(failure);
        }
    }

    @Override
    public Progress update(Update request, Context context) {
        Path file = file(request.identifier(), context);
        try {
            ObjectNode there = load(file);
            ObjectNode properties = request.desired().deepCopy();
            properties.set("AddedAt", properties(there).path("AddedAt"));
            Files.move(write(properties, token(there), file), file, StandardCopyOption.ATOMIC_MOVE);
            return Progress.done(properties);
        } catch (NoSuchFileException none) {
            return notFound();
        } catch (IOException failure) {
            throw trouble(failure);
        }
    }

    @Override
    public Progress delete(Delete request, Context context) {
        try {
            return Files.deleteIfExists(file(request.identifier(), context)) ? Progress.gone() : notFound();
        } catch (IOException failure) {
            throw trouble(failure);
        }
    }

    /// A page begins behind the name that is its token.
    @Override
    public Page list(Query query, Context context) {
        String after = query.token().orElse("");
        List<ObjectNode> found = new ArrayList<>();
        for (String name : names(folder(context))) {
            if (name.compareTo(after) <= 0) {
                continue;
            }
            if (found.size() == query.limit()) {
                return new Page(found, Optional.of(found.getLast().path("Name").stringValue()));
            }
            ObjectNode identifier = JsonNodeFactory.instance.objectNode().put("Name", name);
            if (has(identifier, query.filter(), context)) {
                found.add(identifier);
            }
        }
        return new Page(found, Optional.empty());
    }

    private boolean has(ObjectNode identifier, ObjectNode filter, Context context) {
        return filter.isEmpty()
                || read(new Read(identifier), context) instanceof Progress.Done(var properties)
                        && filter.properties().stream()
                                .allMatch(wanted -> wanted.getValue().equals(properties.get(wanted.getKey())));
    }

    // -- files ------------------------------------------------------------------------------------------------------

    /// The operator sets the folder: `fairlead configure Example::Web::Bookmark`. It is asked for at each call, so
    /// that a change holds at once.
    private static Path folder(Context context) {
        String folder = context.configuration().path("Folder").asString("");
        return folder.isEmpty() ? Path.of(System.getProperty("java.io.tmpdir"), "fairlead-bookmarks") : Path.of(folder);
    }

    /// The schema's pattern keeps everything out of a name that means something in a path.
    private static Path file(ObjectNode properties, Context context) {
        return folder(context).resolve(properties.path("Name").stringValue() + ".json");
    }

    private static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw trouble(failure);
        }
    }

    /// Writes a whole new file beside the one that it will become, so that no program ever reads half of one.
    private static Path write(ObjectNode properties, String token, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path fresh = Files.createTempFile(file.getParent(), "bookmark", ".new");
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("token", token).set("properties", properties);
        return Files.write(fresh, JSON.writeValueAsBytes(content));
    }

    private static ObjectNode load(Path file) throws IOException {
        return (ObjectNode) JSON.readTree(Files.readAllBytes(file));
    }

    private static ObjectNode properties(ObjectNode content) {
        return (ObjectNode) content.path("properties");
    }

    private static String token(ObjectNode content) {
        return content.path("token").asString("");
    }

    private static Progress notFound() {
        return Progress.failed(ErrorCode.NOT_FOUND, "There is no bookmark of that name.");
    }

    /// A full or absent disk may come back: a code that makes the control plane try again.
    private static HandlerException trouble(IOException failure) {
        return new HandlerException(ErrorCode.SERVICE_INTERNAL_ERROR, "The folder can't be used: " + failure, failure);
    }
}
