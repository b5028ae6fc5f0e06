package fairlead.server.type.archive;

import fairlead.host.DeclaredNeeds;
import fairlead.host.wire.Ready;
import fairlead.lambda.Providers;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.Problem.Detail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;

/// Finds out whether a handler's class can serve its type: it is loaded once, as it will be loaded, in a
/// process of its own, and one is made.
public final class HandlerCheck {

    private final TypeArchive unpacked;
    private final DeclaredNeeds needs;
    private final Providers providers;
    private final List<Detail> wrong;

    /// @param needs what the handler asks for of the machine
    public HandlerCheck(TypeArchive unpacked, DeclaredNeeds needs, Providers providers, List<Detail> wrong) {
        this.unpacked = unpacked;
        this.needs = needs;
        this.providers = providers;
        this.wrong = wrong;
    }

    /// Adds what is wrong with the class, and where it and the schema say different things.
    ///
    /// @param actions whether the registration declares any
    public void check(String className, Optional<ResourceSchema> schema, boolean actions) {
        if (!jarsAreWhole()) {
            return;
        }
        String type = schema.map(known -> known.typeName().toString()).orElse(className);
        switch (providers.inspectJava(type, unpacked.code(className, needs))) {
            case Ready.Flawed(var id, var message) -> wrong(id, message);
            case Ready.Made made -> {
                schema.ifPresent(known -> compare(known, made));
                if (actions && !made.actionable()) {
                    String message = "the registration declares actions, and " + made.className()
                            + " does not implement ResourceHandler.Actionable";
                    wrong.add(new Detail("handler.capability-missing", message, "fairlead.json#/actions"));
                }
            }
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

    private void compare(ResourceSchema schema, Ready.Made made) {
        compare(schema, made, HandlerKind.UPDATE, "ResourceHandler.Updatable", made.updatable());
        compare(schema, made, HandlerKind.LIST, "ResourceHandler.Listable", made.listable());
    }

    private void compare(ResourceSchema schema, Ready.Made made, HandlerKind kind, String contract, boolean capable) {
        boolean declared = schema.handlers().contains(kind);
        if (declared && !capable) {
            String message = "the schema declares the handler " + kind.wireName() + ", and " + made.className()
                    + " does not implement " + contract;
            wrong.add(new Detail("handler.capability-missing", message, "schema.json#/handlers/" + kind.wireName()));
        } else if (capable && !declared) {
            String message = made.className() + " implements " + contract + ", and the schema declares no handler "
                    + kind.wireName();
            wrong.add(new Detail("handler.capability-undeclared", message, "schema.json#/handlers"));
        }
    }

    private void wrong(String id, String message) {
        wrong.add(new Detail(id, message, "fairlead.json#/handler"));
    }
}
