package fairlead.host.inside;

import fairlead.handler.ResourceHandler;
import fairlead.host.wire.Ready;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Makes a handler of its class, and finds out what is wrong if that can't be done.
final class Maker {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private @Nullable ResourceHandler made;

    /// The handler, once it is made.
    ResourceHandler handler() {
        ResourceHandler known = made;
        if (known == null) {
            throw new IllegalStateException("there is no handler");
        }
        return known;
    }

    Ready make(String className, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            if (!ResourceHandler.class.isAssignableFrom(type)) {
                return new Ready.Flawed(
                        "handler.not-a-handler", className + " does not implement " + ResourceHandler.class.getName());
            }
            Optional<Ready> flaw = make(type);
            return flaw.orElseGet(() -> new Ready.Made(
                    type.getName(),
                    ResourceHandler.Updatable.class.isAssignableFrom(type),
                    ResourceHandler.Listable.class.isAssignableFrom(type),
                    ResourceHandler.Actionable.class.isAssignableFrom(type)));
        } catch (ClassNotFoundException missing) {
            return new Ready.Flawed(
                    "handler.class-missing", "there is no class " + missing.getMessage() + " in the jars");
        } catch (LinkageError broken) {
            return new Ready.Flawed("handler.not-loadable", "the class can't be loaded: " + broken);
        }
    }

    private Optional<Ready> make(Class<?> type) {
        Optional<Constructor<?>> constructor = constructor(type);
        boolean makeable = Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers());
        if (constructor.isEmpty() || !makeable) {
            return Optional.of(new Ready.Flawed(
                    "handler.constructor",
                    type.getName() + " has to be a public class with a public constructor without parameters"));
        }
        CompletableFuture<Object> making = new CompletableFuture<>();
        Thread.ofPlatform().name("handler-constructor").daemon(true).start(() -> make(constructor.get(), making));
        try {
            made = (ResourceHandler) making.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (ExecutionException failure) {
            return failed("making " + type.getName() + " failed: " + reason(failure));
        } catch (TimeoutException overran) {
            return failed("making " + type.getName() + " took more than " + PATIENCE.toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return failed("the check was interrupted");
        }
    }

    private static Optional<Ready> failed(String message) {
        return Optional.of(new Ready.Flawed("handler.constructor-failed", message));
    }

    private static String reason(ExecutionException failure) {
        Throwable cause = failure.getCause();
        return cause instanceof ExceptionInInitializerError error
                ? "its initializer throws " + error.getCause()
                : String.valueOf(cause);
    }

    private static Optional<Constructor<?>> constructor(Class<?> type) {
        try {
            return Optional.of(type.getConstructor());
        } catch (NoSuchMethodException none) {
            return Optional.empty();
        }
    }

    private static void make(Constructor<?> constructor, CompletableFuture<Object> making) {
        Thread.currentThread()
                .setContextClassLoader(constructor.getDeclaringClass().getClassLoader());
        try {
            making.complete(constructor.newInstance());
        } catch (InvocationTargetException failure) {
            making.completeExceptionally(failure.getCause());
        } catch (ReflectiveOperationException | LinkageError failure) {
            making.completeExceptionally(failure);
        }
    }
}
