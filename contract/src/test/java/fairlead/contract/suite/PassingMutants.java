package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers whose fault shows in calls that are made to see something else, in what is nested, or much later.
final class PassingMutants {

    private PassingMutants() {}

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>(REPETITIONS);
        all.addAll(AFTERWARDS);
        all.addAll(REFUSALS);
        all.addAll(NESTED);
        all.addAll(LATER);
        return all;
    }

    // -- answers to what was asked before -------------------------------------------------------------------------

    private static Reference repeating(Design design, UnaryOperator<Progress> again) {
        return new Reference(design, 0) {
            @Override
            public synchronized Progress create(Create request, Context context) {
                boolean known = byToken.containsKey(context.token());
                Progress answer = super.create(request, context);
                return known ? again.apply(answer) : answer;
            }
        };
    }

    private static ObjectNode model(Progress answer) {
        return ((Progress.Done) answer).properties();
    }

    private static final List<Mutant> REPETITIONS = List.of(
            Mutant.of(
                    "a repeated create hangs",
                    () -> repeating(SINK, _ -> {
                        throw Hang.forGood();
                    }),
                    CREATE_DEADLINE),
            Mutant.of(
                    "a repeated create shows the password",
                    () -> repeating(
                            BUCKET, answer -> Progress.done(model(answer).put("Password", "hush"))),
                    NO_WRITE_ONLY),
            Mutant.of(
                    "a repeated create lacks the identifier",
                    () -> repeating(SINK, answer -> Progress.done(model(answer).without("Name"))),
                    CREATE_PRIMARY_IDENTIFIER,
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "a repeated create never ends",
                    () -> repeating(
                            SINK,
                            answer -> Progress.again(
                                    model(answer), Duration.ofMinutes(1), JsonNodeFactory.instance.objectNode())),
                    CREATE_TIMEOUT));

    // -- answers about what was deleted ---------------------------------------------------------------------------

    private static Reference remembering(
            Supplier<? extends RuntimeException> deleted, Supplier<? extends RuntimeException> updated) {
        return new Reference(SINK, 0) {
            private final Set<String> gone = new HashSet<>();

            @Override
            void remove(Resource resource) {
                super.remove(resource);
                gone.add(resource.id);
            }

            @Override
            public synchronized Progress delete(Delete request, Context context) {
                refuse(request.identifier(), deleted);
                return super.delete(request, context);
            }

            @Override
            public synchronized Progress update(Update request, Context context) {
                refuse(request.identifier(), updated);
                return super.update(request, context);
            }

            private void refuse(ObjectNode identifier, Supplier<? extends RuntimeException> answer) {
                String name = identifier.path("Name").asString("");
                if (!resources.containsKey(name) && gone.contains(name)) {
                    throw answer.get();
                }
            }
        };
    }

    private static HandlerException silent() {
        return new HandlerException(ErrorCode.NOT_FOUND, "");
    }

    private static final List<Mutant> AFTERWARDS = List.of(
            Mutant.of(
                    "a delete of what was deleted hangs",
                    () -> remembering(Hang::forGood, Reference::notFound),
                    DELETE_DEADLINE),
            Mutant.of(
                    "an update of what was deleted hangs",
                    () -> remembering(Reference::notFound, Hang::forGood),
                    UPDATE_DEADLINE),
            Mutant.of(
                    "a delete of what was deleted has no message",
                    () -> remembering(PassingMutants::silent, Reference::notFound),
                    FAILURE_MESSAGE),
            Mutant.of(
                    "an update of what was deleted has no message",
                    () -> remembering(Reference::notFound, PassingMutants::silent),
                    FAILURE_MESSAGE));

    // -- refusals -------------------------------------------------------------------------------------------------

    private static Reference undeletable(String message) {
        return new Reference(REPORT, 0) {
            @Override
            void remove(Resource resource) {
                if (!resource.properties.path("Rules").isEmpty()) {
                    throw new HandlerException(ErrorCode.INTERNAL_FAILURE, message);
                }
                super.remove(resource);
            }
        };
    }

    private static final List<Mutant> REFUSALS = List.of(
            Mutant.of("a delete fails where there are rules", () -> undeletable("There are rules."), DELETE_SUCCESS),
            Mutant.of(
                    "a delete fails without a message where there are rules",
                    () -> undeletable(""),
                    DELETE_SUCCESS,
                    FAILURE_MESSAGE),
            Mutant.of(
                    "what is refused is made, and there is no list",
                    () -> new Reference(SINK, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            Progress answer = super.create(request, context);
                            if (request.desired().has("Share")) {
                                throw new HandlerException(ErrorCode.INVALID_REQUEST, "Nothing is shared.");
                            }
                            return answer;
                        }
                    },
                    CREATE_FAILED_NOT_CREATED),
            Mutant.of(
                    "the name of what was deleted is not found when it is made again",
                    () -> new Reference(BUCKET, 0) {
                        private final Set<String> used = new HashSet<>();

                        @Override
                        void remove(Resource resource) {
                            super.remove(resource);
                            used.add(resource.id);
                        }

                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            super.refuseNamesake(desired);
                            if (used.contains(desired.path("Name").asString())) {
                                throw new HandlerException(ErrorCode.NOT_FOUND, "It was deleted.");
                            }
                        }
                    },
                    DELETE_RECREATE));

    // -- what is nested -------------------------------------------------------------------------------------------

    private static Reference spoiling(Design design, Consumer<ObjectNode> created, Consumer<ObjectNode> others) {
        return new Reference(design, 1) {
            @Override
            ObjectNode created(Resource resource) {
                return spoilt(super.created(resource), created);
            }

            @Override
            ObjectNode updating(Resource resource, int step) {
                return spoilt(super.updating(resource, step), others);
            }

            @Override
            ObjectNode updated(Resource resource) {
                return spoilt(super.updated(resource), others);
            }

            private static ObjectNode spoilt(ObjectNode model, Consumer<ObjectNode> spoil) {
                spoil.accept(model);
                return model;
            }
        };
    }

    private static Reference creating(Design design, Consumer<ObjectNode> spoil) {
        return spoiling(design, spoil, _ -> {});
    }

    private static Reference updating(Design design, Consumer<ObjectNode> spoil) {
        return spoiling(design, _ -> {}, spoil);
    }

    private static void members(ObjectNode model, Consumer<ObjectNode> spoil) {
        model.path("Members").forEach(item -> spoil.accept((ObjectNode) item));
    }

    private static final List<Mutant> NESTED = List.of(
            Mutant.of(
                    "create has half of the identifier",
                    () -> creating(PEERING, model -> model.remove("NetworkId")),
                    CREATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "create lacks what the identifier is nested in",
                    () -> creating(CLUSTER, model -> model.remove("Info")),
                    CREATE_PRIMARY_IDENTIFIER,
                    CREATE_IDENTIFIER_UNCHANGED),
            Mutant.of(
                    "update lacks the nested identifier",
                    () -> updating(CLUSTER, model -> model.withObject("/Info").remove("Id")),
                    UPDATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "update changes the nested identifier",
                    () -> updating(CLUSTER, model -> model.withObject("/Info").put("Id", "cluster-0000dead")),
                    UPDATE_IDENTIFIER_UNCHANGED),
            Mutant.of(
                    "create shows a nested secret",
                    () -> creating(PEERING, model -> model.withObject("/Auth").put("Secret", "hush")),
                    NO_WRITE_ONLY),
            Mutant.of(
                    "update shows the secret of an item",
                    () -> updating(PEERING, model -> members(model, item -> item.put("Password", "hush"))),
                    NO_WRITE_ONLY),
            Mutant.of(
                    "create lacks what is nested and can only be read",
                    () -> creating(PEERING, model -> model.withObject("/Status").remove("State")),
                    CREATE_COMPLETE),
            Mutant.of(
                    "update has a null in an item",
                    () -> updating(PEERING, model -> members(model, item -> item.putNull("Weight"))),
                    NO_NULLS),
            Mutant.of(
                    "no model has the default of what is nested",
                    () -> new Reference(SINK, 0) {
                        @Override
                        ObjectNode shown(Resource resource) {
                            ObjectNode model = super.shown(resource);
                            if (!resource.properties.path("Filter").has("Level") && model.has("Filter")) {
                                model.withObject("/Filter").remove("Level");
                            }
                            return model;
                        }
                    },
                    UPDATE_COMPLETE,
                    CREATE_COMPLETE));

    // -- later ----------------------------------------------------------------------------------------------------

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    private static final List<Mutant> LATER = List.of(
            Mutant.of(
                    "a resource is gone after five minutes",
                    () -> new Reference(REPORT, 0) {
                        private final Map<String, Instant> ends = new HashMap<>();

                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            Resource resource = super.make(desired, context);
                            ends.put(resource.id, context.clock().instant().plus(FIVE_MINUTES));
                            return resource;
                        }

                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Instant end = ends.getOrDefault(find(request.identifier()).id, Instant.MAX);
                            if (context.clock().instant().isAfter(end)) {
                                throw notFound();
                            }
                            return super.read(request, context);
                        }
                    },
                    CREATE_READABLE),
            Mutant.of(
                    "an update is undone after five minutes",
                    () -> new Reference(SINK, 0) {
                        private final Map<Resource, Instant> ends = new HashMap<>();
                        private final Map<Resource, ObjectNode> before = new HashMap<>();

                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Resource resource = find(request.identifier());
                            before.put(resource, resource.properties);
                            ends.put(resource, context.clock().instant().plus(FIVE_MINUTES));
                            return super.update(request, context);
                        }

                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Resource resource = find(request.identifier());
                            if (context.clock().instant().isAfter(ends.getOrDefault(resource, Instant.MAX))) {
                                resource.properties = before.getOrDefault(resource, resource.properties);
                            }
                            return super.read(request, context);
                        }
                    },
                    UPDATE_DESIRED_STATE));
}
