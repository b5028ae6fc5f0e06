package fairlead.providers.files;

import fairlead.handler.Context;
import fairlead.handler.Delete;
import fairlead.handler.Progress;
import fairlead.handler.ResourceType;
import fairlead.handler.testing.ManualWorker;
import fairlead.handler.testing.SettableClock;
import fairlead.providers.Conforming;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Both types over one root. Every call is made twice, as after a crash before the answer was stored.
final class Fixture {

    final Path root;
    final SettableClock clock = SettableClock.atNoon();
    final ManualWorker directories;
    final ManualWorker files;
    private final List<ResourceType> types;

    Fixture(Path folder) {
        root = folder.resolve("files").resolve("test");
        types = FilesTypes.all(folder.resolve("files"));
        directories = worker(types.get(0));
        files = worker(types.get(1));
        failed(directories.read(directoryId("makes-the-root")));
    }

    private ManualWorker worker(ResourceType type) {
        return new ManualWorker(type.schema().path("typeName").asString(), new Conforming(type), clock)
                .repeatingEveryCall();
    }

    /// One call whose deadline is now.
    Progress deleteWithoutTime(String directory) {
        Context context = Context.builder("Fairlead::Files::Directory", "t", clock.instant(), clock)
                .in("test", "local")
                .name("thing")
                .build();
        return new Conforming(types.get(0)).delete(new Delete(directoryId(directory), Optional.empty()), context);
    }

    /// JSON with single quotes.
    static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    static ObjectNode done(Progress progress) {
        if (progress instanceof Progress.Done(ObjectNode properties)) {
            return properties;
        }
        throw new AssertionError("expected done, found " + progress);
    }

    static Progress.Failed failed(Progress progress) {
        if (progress instanceof Progress.Failed failed) {
            return failed;
        }
        throw new AssertionError("expected failed, found " + progress);
    }

    static ObjectNode directoryId(String name) {
        return JsonNodeFactory.instance.objectNode().put("Name", name);
    }

    static ObjectNode fileId(String directory, String name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("DirectoryName", directory)
                .put("Name", name);
    }

    static ObjectNode file(String directory, String name, String content) {
        return fileId(directory, name).put("Content", content);
    }
}
