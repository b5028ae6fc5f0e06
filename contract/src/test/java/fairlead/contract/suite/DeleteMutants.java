package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.Update;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers whose delete breaks a rule.
final class DeleteMutants {

    private DeleteMutants() {}

    private static Reference answering(Design design, int steps, UnaryOperator<Progress> other) {
        return new Reference(design, steps) {
            @Override
            public synchronized Progress delete(Delete request, Context context) {
                return other.apply(super.delete(request, context));
            }
        };
    }

    private static Reference absent(Design design, Progress answer) {
        return new Reference(design, 0) {
            @Override
            public synchronized Progress delete(Delete request, Context context) {
                return lookup(request.identifier()).isEmpty() ? answer : super.delete(request, context);
            }
        };
    }

    /// Remembers what was deleted.
    private static class Grave extends Reference {

        final Map<String, Resource> graves = new HashMap<>();

        Grave(Design design) {
            super(design, 0);
        }

        @Override
        void remove(Resource resource) {
            super.remove(resource);
            graves.put(resource.id, resource);
        }

        String id(ObjectNode identifier) {
            return design.schema().identifier(identifier).orElse("");
        }
    }

    static final List<Mutant> ANSWERS = List.of(
            Mutant.of(
                    "delete answers a model",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            ObjectNode model = shown(find(request.identifier()));
                            return super.delete(request, context) instanceof Progress.Gone
                                    ? Progress.done(model)
                                    : Progress.gone();
                        }
                    },
                    DELETE_NO_MODEL),
            Mutant.of(
                    "delete in progress answers an unknown property",
                    () -> new Reference(REPORT, 1) {
                        @Override
                        ObjectNode deleting(Resource resource, int step) {
                            return super.deleting(resource, step).put("Surprise", 1);
                        }
                    },
                    DELETE_MODEL_SHAPE),
            Mutant.of(
                    "delete needs the whole model",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            if (!request.identifier().has("Title")) {
                                throw new HandlerException(ErrorCode.INVALID_REQUEST, "A title is needed.");
                            }
                            return super.delete(request, context);
                        }
                    },
                    DELETE_IDENTIFIER_ONLY),
            Mutant.of(
                    "delete of a bucket needs the alias",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            if (lookup(request.identifier()).isPresent()
                                    && !request.identifier().has("Alias")) {
                                throw new HandlerException(ErrorCode.INTERNAL_FAILURE, "null");
                            }
                            return super.delete(request, context);
                        }
                    },
                    DELETE_IDENTIFIER_ONLY),
            Mutant.of(
                    "delete always fails",
                    () -> answering(REPORT, 0, _ -> Progress.failed(ErrorCode.GENERAL_SERVICE_EXCEPTION, "Not today.")),
                    DELETE_SUCCESS),
            Mutant.of("delete of nothing succeeds", () -> absent(REPORT, Progress.gone()), DELETE_NOT_FOUND),
            Mutant.of(
                    "delete of nothing is an invalid request",
                    () -> absent(BUCKET, Progress.failed(ErrorCode.INVALID_REQUEST, "Unknown.")),
                    DELETE_NOT_FOUND),
            Mutant.of(
                    "delete of nothing has no message",
                    () -> absent(BUCKET, Progress.failed(ErrorCode.NOT_FOUND, " ")),
                    FAILURE_MESSAGE),
            Mutant.of(
                    "delete never ends",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            ObjectNode model = shown(find(request.identifier()));
                            return Progress.again(model, Duration.ofSeconds(30), JsonNodeFactory.instance.objectNode());
                        }
                    },
                    DELETE_TIMEOUT,
                    DELETE_GONE),
            Mutant.of(
                    "delete hangs",
                    () -> answering(REPORT, 0, _ -> {
                        throw Hang.forGood();
                    }),
                    DELETE_DEADLINE));

    static final List<Mutant> LATER = List.of(
            Mutant.of(
                    "delete does nothing",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void remove(Resource resource) {}
                    },
                    DELETE_GONE),
            Mutant.of(
                    "delete of a bucket does nothing",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void remove(Resource resource) {}
                    },
                    DELETE_GONE),
            Mutant.of(
                    "what was deleted can still be read",
                    () -> new Grave(REPORT) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Resource resource = graves.get(id(request.identifier()));
                            return resource != null ? Progress.done(shown(resource)) : super.read(request, context);
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "what was deleted can be read once",
                    () -> new Grave(REPORT) {
                        private final Set<String> read = new HashSet<>();

                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Resource resource = graves.get(id(request.identifier()));
                            return resource != null && read.add(resource.id)
                                    ? Progress.done(shown(resource))
                                    : super.read(request, context);
                        }
                    },
                    DELETE_DESIRED_STATE),
            Mutant.of(
                    "what was deleted can be deleted again",
                    () -> new Grave(REPORT) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            return graves.containsKey(id(request.identifier()))
                                    ? Progress.gone()
                                    : super.delete(request, context);
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "what was deleted can be updated",
                    () -> new Grave(REPORT) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Resource resource = graves.get(id(request.identifier()));
                            if (resource != null) {
                                apply(resource, request);
                                return Progress.done(updated(resource));
                            }
                            return super.update(request, context);
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "an update brings back what was deleted",
                    () -> new Grave(BUCKET) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Resource resource = graves.remove(id(request.identifier()));
                            if (resource != null) {
                                resources.put(resource.id, resource);
                            }
                            return super.update(request, context);
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "what was deleted is listed",
                    () -> new Grave(BUCKET) {
                        @Override
                        List<String> listed(Query query) {
                            Set<String> all = new HashSet<>(super.listed(query));
                            all.addAll(graves.keySet());
                            return all.stream().sorted().toList();
                        }
                    },
                    DELETE_UNLISTED),
            Mutant.of(
                    "what was deleted can't be made again",
                    () -> new Grave(BUCKET) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            if (!byToken.containsKey(context.token()) && graves.containsKey(id(request.desired()))) {
                                throw new HandlerException(ErrorCode.ALREADY_EXISTS, "The name is used up.");
                            }
                            return super.create(request, context);
                        }
                    },
                    DELETE_RECREATE),
            Mutant.of(
                    "the alias of what was deleted stays taken",
                    () -> new Grave(BUCKET) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            super.refuseNamesake(desired);
                            boolean taken = graves.values().stream()
                                    .anyMatch(t -> t.properties.path("Alias").equals(desired.path("Alias")));
                            if (taken) {
                                throw new HandlerException(ErrorCode.ALREADY_EXISTS, "The alias is used up.");
                            }
                        }
                    },
                    DELETE_RECREATE),
            Mutant.of(
                    "a read of what was deleted is a server error",
                    () -> new Grave(BUCKET) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            if (graves.containsKey(id(request.identifier()))
                                    && lookup(request.identifier()).isEmpty()) {
                                throw new HandlerException(ErrorCode.GENERAL_SERVICE_EXCEPTION, "Gone.");
                            }
                            return super.read(request, context);
                        }
                    },
                    DELETE_GONE));

    static List<Mutant> all() {
        return java.util.stream.Stream.of(ANSWERS, LATER).flatMap(List::stream).toList();
    }
}
