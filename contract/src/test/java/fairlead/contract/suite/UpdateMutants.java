package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Update;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers whose update breaks a rule.
final class UpdateMutants {

    private UpdateMutants() {}

    private static Reference updated(Design design, Consumer<ObjectNode> spoil) {
        return new Reference(design, 0) {
            @Override
            ObjectNode updated(Resource resource) {
                ObjectNode model = super.updated(resource);
                spoil.accept(model);
                return model;
            }
        };
    }

    private static Reference updating(Consumer<ObjectNode> spoil) {
        return new Reference(REPORT, 2) {
            @Override
            ObjectNode updating(Resource resource, int step) {
                ObjectNode model = super.updating(resource, step);
                spoil.accept(model);
                return model;
            }
        };
    }

    /// What becomes of the properties.
    private interface Applied {
        ObjectNode now(ObjectNode before, ObjectNode desired);
    }

    private static Reference applying(Design design, Applied applied) {
        return new Reference(design, 0) {
            @Override
            void apply(Resource resource, Update request) {
                resource.properties =
                        applied.now(resource.properties, request.desired().deepCopy());
            }
        };
    }

    /// Answers what was asked for and does something else.
    private static Reference pretending(Design design, Applied applied) {
        return new Reference(design, 0) {
            @Override
            public synchronized Progress update(Update request, Context context) {
                Resource resource = find(request.identifier());
                ObjectNode before = resource.properties;
                apply(resource, request);
                ObjectNode model = updated(resource);
                resource.properties = applied.now(before, resource.properties);
                return Progress.done(model);
            }
        };
    }

    private static Reference answering(Design design, int steps, java.util.function.UnaryOperator<Progress> other) {
        return new Reference(design, steps) {
            @Override
            public synchronized Progress update(Update request, Context context) {
                return other.apply(super.update(request, context));
            }
        };
    }

    private static ObjectNode merged(ObjectNode before, ObjectNode desired) {
        ObjectNode merged = before.deepCopy();
        merged.setAll(desired);
        return merged;
    }

    private static ObjectNode appended(ObjectNode before, ObjectNode desired) {
        for (String list : List.of("Chapters", "Hosts")) {
            for (JsonNode old : before.path(list)) {
                if (desired.path(list).isArray() && desired.path(list).size() < 6) {
                    desired.withArray(list).add(old);
                }
            }
        }
        return desired;
    }

    private static ObjectNode keyed(ObjectNode before, ObjectNode desired) {
        if (desired.path("Labels") instanceof ObjectNode labels && before.path("Labels") instanceof ObjectNode old) {
            old.forEachEntry((key, value) -> {
                if (!labels.has(key)) {
                    labels.set(key, value);
                }
            });
        }
        return desired;
    }

    private static ObjectNode keeping(ObjectNode before, ObjectNode desired, String name) {
        if (before.has(name)) {
            desired.set(name, before.path(name));
        } else {
            desired.remove(name);
        }
        return desired;
    }

    static final List<Mutant> MODELS = List.of(
            Mutant.of(
                    "update drops a property from its answer",
                    () -> updated(REPORT, m -> m.remove("Title")),
                    UPDATE_RETURNS_REQUEST),
            Mutant.of(
                    "update changes a text in its answer",
                    () -> updated(REPORT, m -> m.put("Title", "t")),
                    UPDATE_RETURNS_REQUEST),
            Mutant.of(
                    "update answers an unknown property",
                    () -> updated(BUCKET, m -> m.put("Surprise", 1)),
                    UPDATE_MODEL_SHAPE),
            Mutant.of(
                    "update answers a number as a text",
                    () -> updated(BUCKET, m -> m.put("Public", "false")),
                    UPDATE_MODEL_SHAPE),
            Mutant.of("update answers a null", () -> updated(BUCKET, m -> m.putNull("Created")), NO_NULLS),
            Mutant.of(
                    "update answers the secret", () -> updated(BUCKET, m -> m.put("Password", "open")), NO_WRITE_ONLY),
            Mutant.of(
                    "update lacks the identifier",
                    () -> updated(REPORT, m -> m.remove("Id")),
                    UPDATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "update answers another identifier",
                    () -> updated(REPORT, m -> m.put("Id", "report-0000cafe")),
                    UPDATE_IDENTIFIER_UNCHANGED),
            Mutant.of(
                    "update lacks a read-only property", () -> updated(REPORT, m -> m.remove("Arn")), UPDATE_COMPLETE),
            Mutant.of(
                    "update lacks a default",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        ObjectNode updated(Resource resource) {
                            ObjectNode model = super.updated(resource);
                            return resource.properties.has("Public") ? model : model.without("Public");
                        }
                    },
                    UPDATE_COMPLETE),
            Mutant.of(
                    "update in progress lacks the identifier",
                    () -> updating(m -> m.remove("Id")),
                    UPDATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "update in progress changes the identifier",
                    () -> updating(m -> m.put("Id", "report-0000f00d")),
                    UPDATE_IDENTIFIER_UNCHANGED),
            Mutant.of(
                    "update in progress answers an unknown property",
                    () -> updating(m -> m.put("Surprise", 1)),
                    UPDATE_MODEL_SHAPE),
            Mutant.of(
                    "update succeeds without a model",
                    () -> answering(REPORT, 0, a -> a instanceof Progress.Done ? Progress.gone() : a),
                    UPDATE_ANSWER));

    static final List<Mutant> STATES = List.of(
            Mutant.of(
                    "update does nothing",
                    () -> pretending(REPORT, (before, _) -> before),
                    UPDATE_DESIRED_STATE,
                    UPDATE_REPLACES),
            Mutant.of(
                    "update forgets the title",
                    () -> pretending(REPORT, (before, after) -> keeping(before, after, "Title")),
                    UPDATE_DESIRED_STATE),
            Mutant.of(
                    "update forgets the tags",
                    () -> pretending(REPORT, (before, after) -> keeping(before, after, "Tags")),
                    UPDATE_DESIRED_STATE,
                    UPDATE_REPLACES),
            Mutant.of(
                    "update forgets the hosts",
                    () -> pretending(BUCKET, (before, after) -> keeping(before, after, "Hosts")),
                    UPDATE_DESIRED_STATE,
                    UPDATE_REPLACES),
            Mutant.of("update is a patch", () -> applying(REPORT, UpdateMutants::merged), UPDATE_REPLACES),
            Mutant.of("update of a bucket is a patch", () -> applying(BUCKET, UpdateMutants::merged), UPDATE_REPLACES),
            Mutant.of(
                    "update is a patch and says it was not",
                    () -> pretending(REPORT, UpdateMutants::merged),
                    UPDATE_REPLACES),
            Mutant.of("update appends to lists", () -> applying(BUCKET, UpdateMutants::appended), UPDATE_REPLACES),
            Mutant.of(
                    "update appends to lists in secret",
                    () -> pretending(BUCKET, UpdateMutants::appended),
                    UPDATE_REPLACES),
            Mutant.of("update merges maps", () -> applying(REPORT, UpdateMutants::keyed), UPDATE_REPLACES),
            Mutant.of(
                    "update keeps the note",
                    () -> applying(
                            REPORT,
                            (before, after) -> before.has("Note") && !after.has("Note")
                                    ? after.put("Note", before.path("Note").asString())
                                    : after),
                    UPDATE_REPLACES));

    static final List<Mutant> THINGS = List.of(
            Mutant.of(
                    "update makes what is not there",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            if (lookup(request.identifier()).isEmpty()) {
                                Resource resource = make(request.desired(), context);
                                resources.put(resource.id, resource);
                            }
                            return super.update(request, context);
                        }
                    },
                    UPDATE_NOT_FOUND),
            Mutant.of(
                    "update of nothing succeeds",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            if (lookup(request.identifier()).isEmpty()) {
                                Resource resource = new Resource(
                                        request.identifier().path("Id").asString(), 1, request.desired());
                                return Progress.done(shown(resource));
                            }
                            return super.update(request, context);
                        }
                    },
                    UPDATE_NOT_FOUND),
            Mutant.of(
                    "update of nothing is an invalid request",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            if (lookup(request.identifier()).isEmpty()) {
                                throw new HandlerException(ErrorCode.INVALID_REQUEST, "Unknown.");
                            }
                            return super.update(request, context);
                        }
                    },
                    UPDATE_NOT_FOUND),
            Mutant.of(
                    "update of nothing has no message",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            if (lookup(request.identifier()).isEmpty()) {
                                throw new HandlerException(ErrorCode.NOT_FOUND, "");
                            }
                            return super.update(request, context);
                        }
                    },
                    FAILURE_MESSAGE),
            Mutant.of(
                    "update replaces the resource by another",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            remove(find(request.identifier()));
                            Resource resource = make(request.desired(), context);
                            resources.put(resource.id, resource);
                            return Progress.done(shown(resource));
                        }
                    },
                    UPDATE_NO_NEW_RESOURCE),
            Mutant.of(
                    "update makes another resource beside",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            Resource twin = new Resource("report-%08x".formatted(++serial), serial, request.desired());
                            resources.put(twin.id, twin);
                        }
                    },
                    UPDATE_NO_NEW_RESOURCE),
            Mutant.of(
                    "update loses the resource",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Progress answer = super.update(request, context);
                            remove(find(request.identifier()));
                            return answer;
                        }
                    },
                    UPDATE_READABLE,
                    CREATE_LISTED),
            Mutant.of(
                    "update never ends",
                    () -> answering(
                            REPORT,
                            0,
                            a -> a instanceof Progress.Done(var m)
                                    ? Progress.again(m, Duration.ofMinutes(1), JsonNodeFactory.instance.objectNode())
                                    : a),
                    UPDATE_TIMEOUT),
            Mutant.of(
                    "update hangs",
                    () -> answering(REPORT, 0, _ -> {
                        throw Hang.forGood();
                    }),
                    UPDATE_DEADLINE));

    static List<Mutant> all() {
        return java.util.stream.Stream.of(MODELS, STATES, THINGS)
                .flatMap(List::stream)
                .toList();
    }
}
