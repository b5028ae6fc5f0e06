package fairlead.host.inside;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/// Loads the classes of a handler: from its own jars, the JDK, the handler contract, Jackson and SLF4J's API, and from
/// nothing else.
final class HandlerLoader extends URLClassLoader {

    HandlerLoader(List<Path> jars) {
        super("handler", urls(jars), new Shared());
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

    /// What a handler shares with its host. A copy of it in the handler's jars is not looked at.
    private static final class Shared extends ClassLoader {

        private static final List<String> PACKAGES = List.of(
                "fairlead.handler.",
                "tools.jackson.core.",
                "tools.jackson.databind.",
                "com.fasterxml.jackson.annotation.",
                "org.slf4j.");

        private final ClassLoader host = HandlerLoader.class.getClassLoader();

        Shared() {
            super("shared with handlers", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (PACKAGES.stream().anyMatch(name::startsWith)) {
                return host.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
