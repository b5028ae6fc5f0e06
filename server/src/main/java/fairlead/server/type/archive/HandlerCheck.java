package fairlead.server.type.archive;

import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.Problem.Detail;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarFile;

/// Finds out whether a handler's class can serve its type: loads it once, as it will be loaded, and makes one.
public final class HandlerCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TypeArchive unpacked;
    private final List<Detail> wrong;

    public HandlerCheck(TypeArchive unpacked, List<Detail> wrong) {
        this.unpacked = unpacked;
        this.wrong = wrong;
    }

    /// Adds what is wrong with the class, and where it and the schema say different things.
    ///
    /// @param actions whether the registration declares any
    public void check(String className, Optional<ResourceSchema> schema, boolean actions) {
        if (!jarsAreWhole()) {
            return;
        }
        try (HandlerLoader loader = new HandlerLoader("check", unpacked.jarFiles())) {
            Class<?> type = Class.forName(className, false, loader);
            if (!ResourceHandler.class.isAssignableFrom(type)) {
                wrong("handler.not-a-handler", className + " does not implement " + ResourceHandler.class.getName());
                return;
            }
            schema.ifPresent(known -> compare(known, type));
            if (actions && !Actionable.class.isAssignableFrom(type)) {
                String message = "the registration declares actions, and " + type.getName()
                        + " does not implement ResourceHandler.Actionable";
                wrong.add(new Detail("handler.capability-missing", message, "fairlead.json#/actions"));
            }
            make(type);
        } catch (ClassNotFoundException missing) {
            wrong("handler.class-missing", "there is no class " + missing.getMessage() + " in the jars");
        } catch (LinkageError broken) {
            wrong("handler.not-loadable", "the class can't be loaded: " + broken);
        } catch (IOException failure) {
            wrong("handler.not-loadable", "the jars can't be read: " + failure.getMessage());
        }
    }

    private boolean jarsAreWhole() {
        List<Detail> damaged = new ArrayList<>();
        for (Path jar : unpacked.jarFiles()) {
            try (JarFile file = new JarFile(jar.toFile())) {
                file.getManifest();
            } catch (IOException damage) {
                damaged.add(damaged(jar, damage));
            }
        }
        wrong.addAll(damaged);
        return damaged.isEmpty() && !unpacked.jars().isEmpty();
    }

    private static Detail damaged(Path jar, IOException damage) {
        return new Detail(
                "handler.jar-damaged",
                "the jar can't be read: " + damage.getMessage(),
                String.valueOf(jar.getFileName()));
    }

    private void compare(ResourceSchema schema, Class<?> type) {
        compare(schema, type, HandlerKind.UPDATE, Updatable.class);
        compare(schema, type, HandlerKind.LIST, Listable.class);
    }

    private void compare(ResourceSchema schema, Class<?> type, HandlerKind kind, Class<?> capability) {
        boolean declared = schema.handlers().contains(kind);
        boolean capable = capability.isAssignableFrom(type);
        String contract = "ResourceHandler." + capability.getSimpleName();
        if (declared && !capable) {
            String message = "the schema declares the handler " + kind.wireName() + ", and " + type.getName()
                    + " does not implement " + contract;
            wrong.add(new Detail("handler.capability-missing", message, "schema.json#/handlers/" + kind.wireName()));
        } else if (capable && !declared) {
            String message = type.getName() + " implements " + contract + ", and the schema declares no handler "
                    + kind.wireName();
            wrong.add(new Detail("handler.capability-undeclared", message, "schema.json#/handlers"));
        }
    }

    private void make(Class<?> type) {
        Optional<Constructor<?>> constructor = constructor(type);
        boolean makeable = Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers());
        if (constructor.isEmpty() || !makeable) {
            wrong(
                    "handler.constructor",
                    type.getName() + " has to be a public class with a public constructor without parameters");
            return;
        }
        CompletableFuture<Object> made = new CompletableFuture<>();
        Thread.ofPlatform().name("handler-check").daemon(true).start(() -> make(constructor.get(), made));
        try {
            made.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            wrong("handler.constructor-failed", "making " + type.getName() + " failed: " + reason(failure));
        } catch (TimeoutException overran) {
            wrong(
                    "handler.constructor-failed",
                    "making " + type.getName() + " took more than " + PATIENCE.toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            wrong("handler.constructor-failed", "the check was interrupted");
        }
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

    private static void make(Constructor<?> constructor, CompletableFuture<Object> made) {
        Thread.currentThread()
                .setContextClassLoader(constructor.getDeclaringClass().getClassLoader());
        try {
            made.complete(constructor.newInstance());
        } catch (InvocationTargetException failure) {
            made.completeExceptionally(failure.getCause());
        } catch (ReflectiveOperationException | LinkageError failure) {
            made.completeExceptionally(failure);
        }
    }

    private void wrong(String id, String message) {
        wrong.add(new Detail(id, message, "fairlead.json#/handler"));
    }
}
