package fairlead.server.type.archive;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.ResourceHandler;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/// Loads the classes of one version's handler, apart from the server and from all other handlers: from its own
/// jars, the JDK, the handler contract, Jackson and SLF4J's API, and from nothing else.
public final class HandlerLoader extends URLClassLoader {

    /// @param name shown in stack traces
    public HandlerLoader(String name, List<Path> jars) {
        super(name, urls(jars), new Shared());
    }

    /// A handler from the jars of an archive.
    public static ResourceHandler make(String name, String className, TypeArchive unpacked) {
        try {
            return (ResourceHandler) new HandlerLoader(name, unpacked.jarFiles())
                    .loadClass(className)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | LinkageError broken) {
            throw new HandlerException(ErrorCode.HANDLER_INTERNAL_FAILURE, "The handler can't be loaded.", broken);
        }
    }

    private static URL[] urls(List<Path> jars) {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = jars.get(i).toUri().toURL();
            } catch (MalformedURLException everyFileHasOne) {
                throw new IllegalStateException(everyFileHasOne);
            }
        }
        return urls;
    }

    /// What a handler shares with the server. A copy of it in the handler's jars is not looked at.
    private static final class Shared extends ClassLoader {

        private static final List<String> PACKAGES = List.of(
                "fairlead.handler.",
                "tools.jackson.core.",
                "tools.jackson.databind.",
                "com.fasterxml.jackson.annotation.",
                "org.slf4j.");

        private final ClassLoader server = HandlerLoader.class.getClassLoader();

        Shared() {
            super("shared with handlers", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (PACKAGES.stream().anyMatch(name::startsWith)) {
                return server.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
