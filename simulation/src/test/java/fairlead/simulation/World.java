package fairlead.simulation;

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
import fairlead.handler.testing.SettableClock;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// One simulated type with its caller, who counts operations.
final class World {

    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    final ResourceSchema schema;
    final SettableClock clock = new SettableClock(NOON);
    final SimulatedResources things = new InMemoryResources();
    final ResourceHandler handler;
    private int operations;
    private int attempt = 1;

    World(String name, String behaviour) {
        schema = schema(name);
        Behaviour parsed = switch (Behaviour.parse(json(behaviour), schema)) {
            case Behaviour.Parsed.Valid(var valid) -> valid;
            case Behaviour.Parsed.Invalid(var findings) -> throw new IllegalArgumentException("" + findings);
        };
        handler = Simulation.handler(schema, parsed, things);
    }

    World(String name) {
        this(name, "{}");
    }

    static ResourceSchema schema(String name) {
        try (var stream = Objects.requireNonNull(World.class.getResourceAsStream(name + ".json"))) {
            ObjectNode document = json(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            return switch (ResourceSchema.load(Simulation.complete(document).document())) {
                case Loaded.Valid(var valid, var _) -> valid;
                case Loaded.Invalid(var findings) -> throw new IllegalArgumentException("" + findings);
            };
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    World attempt(int number) {
        attempt = number;
        return this;
    }

    Context context(String token) {
        return Context.builder(
                        schema.typeName().toString(), token, clock.instant().plusSeconds(60), clock)
                .in("111122223333", "eu-west-1")
                .name("name")
                .attempt(attempt)
                .build();
    }

    private Context next() {
        return context("token-" + ++operations);
    }

    Progress create(String desired) {
        return handler.create(Create.of(json(desired)), next());
    }

    ObjectNode made(String desired) {
        return properties(create(desired));
    }

    Progress read(ObjectNode identifier) {
        return handler.read(new Read(identifier), next());
    }

    ObjectNode seen(ObjectNode model) {
        return properties(read(schema.identifierModel(model)));
    }

    Progress update(ObjectNode model, String desired) {
        return update(model, json(desired), Optional.empty());
    }

    Progress update(ObjectNode model, ObjectNode desired, Optional<ObjectNode> memo) {
        return ((ResourceHandler.Updatable) handler)
                .update(new Update(schema.identifierModel(model), desired, model, memo), next());
    }

    Progress delete(ObjectNode model) {
        return handler.delete(new Delete(schema.identifierModel(model), Optional.empty()), next());
    }

    Page list(String filter, int limit, Optional<String> token) {
        return ((ResourceHandler.Listable) handler).list(new Query(json(filter), limit, token), next());
    }

    static ObjectNode properties(Progress progress) {
        return ((Progress.Done) progress).properties();
    }

    static ErrorCode failure(Runnable call) {
        try {
            call.run();
        } catch (HandlerException failure) {
            return failure.code();
        }
        throw new AssertionError("nothing failed");
    }

    void later(Duration time) {
        clock.advance(time);
    }
}
