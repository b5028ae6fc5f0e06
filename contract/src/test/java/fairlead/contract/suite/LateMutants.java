package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.contract.Rule;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Handlers that break a rule only later: after a while, when something was done often, or when there is much.
final class LateMutants {

    private LateMutants() {}

    // -- often ----------------------------------------------------------------------------------------------------

    /// Which update of a resource it is, from 1.
    private abstract static class Counting extends Reference {

        private final Map<String, Integer> updates = new HashMap<>();

        Counting(Design design) {
            super(design, 0);
        }

        abstract boolean isApplied(int number);

        @Override
        void apply(Resource resource, Update request) {
            if (isApplied(updates.merge(resource.id, 1, Integer::sum))) {
                super.apply(resource, request);
            }
        }
    }

    private static List<Mutant> lost(int which) {
        return List.of(
                Mutant.of(
                        "update number " + which + " is not applied",
                        () -> new Counting(REPORT) {
                            @Override
                            boolean isApplied(int number) {
                                return number != which;
                            }
                        },
                        UPDATE_RETURNS_REQUEST,
                        UPDATE_REPLACES),
                Mutant.of(
                        "update number " + which + " is refused",
                        () -> new Counting(REPORT) {
                            @Override
                            boolean isApplied(int number) {
                                if (number == which) {
                                    throw new HandlerException(ErrorCode.GENERAL_SERVICE_EXCEPTION, "It is worn out.");
                                }
                                return true;
                            }
                        },
                        UPDATE_SUCCESS));
    }

    private static final List<Mutant> OFTEN =
            IntStream.of(4, 9).mapToObj(LateMutants::lost).flatMap(List::stream).toList();

    private static final List<Mutant> TOKENS = List.of(
            Mutant.of(
                    "a create knows the last token alone",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            byToken.clear();
                            return super.make(desired, context);
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "an update forgets the token of the create",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            byToken.values().remove(resource);
                        }
                    },
                    CREATE_IDEMPOTENT));

    // -- names ----------------------------------------------------------------------------------------------------

    /// A name stays with the other name that it was first used with.
    private static Reference pairing(String name, String partner) {
        return new Reference(BUCKET, 0) {
            private final Map<String, String> partners = new HashMap<>();

            @Override
            void refuseNamesake(ObjectNode desired) {
                super.refuseNamesake(desired);
                String other = desired.path(partner).stringValue();
                String known = partners.computeIfAbsent(desired.path(name).stringValue(), _ -> other);
                if (!known.equals(other)) {
                    throw new HandlerException(ErrorCode.ALREADY_EXISTS, "It was another one's.");
                }
            }
        };
    }

    private interface Clash {
        void with(Reference handler, ObjectNode desired, String present);
    }

    private static Reference clashing(Clash clash) {
        return new Reference(BUCKET, 0) {
            @Override
            void refuseNamesake(ObjectNode desired) {
                try {
                    super.refuseNamesake(desired);
                } catch (HandlerException refusal) {
                    clash.with(this, desired, desired.path("Name").stringValue());
                    throw refusal;
                }
            }
        };
    }

    private static final List<Mutant> NAMES = List.of(
            Mutant.of("an alias stays with the name it was used with", () -> pairing("Alias", "Name"), DELETE_RECREATE),
            Mutant.of("a name stays with the alias it was used with", () -> pairing("Name", "Alias"), DELETE_RECREATE),
            Mutant.of(
                    "a name can be used but twice",
                    () -> new Reference(BUCKET, 0) {
                        private final Map<String, Integer> uses = new HashMap<>();

                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            super.refuseNamesake(desired);
                            if (uses.merge(desired.path("Name").stringValue(), 1, Integer::sum) > 2) {
                                throw new HandlerException(ErrorCode.ALREADY_EXISTS, "It was used before.");
                            }
                        }
                    },
                    DELETE_RECREATE),
            Mutant.of(
                    "a create that is refused changes what is there",
                    () -> clashing((handler, desired, name) -> Optional.ofNullable(handler.resources.get(name))
                            .ifPresent(resource -> {
                                ObjectNode other = desired.deepCopy();
                                other.set("Alias", resource.properties.path("Alias"));
                                resource.properties = other;
                            })),
                    CREATE_OTHERS),
            Mutant.of(
                    "a create that is refused takes away what is there",
                    () -> clashing((handler, _, name) -> handler.resources.remove(name)),
                    CREATE_OTHERS),
            Mutant.of(
                    "a create that is refused for its alias is made all the same",
                    () -> clashing((handler, desired, name) -> handler.resources.computeIfAbsent(
                            name, id -> new Reference.Resource(id, ++handler.serial, desired.deepCopy()))),
                    CREATE_FAILED_NOT_CREATED));

    // -- what is gone, or never was -------------------------------------------------------------------------------

    /// Which delete of what is not there is answered with success.
    private static Reference tired(int which) {
        return new Reference(REPORT, 0) {
            private final Map<String, Integer> deletes = new HashMap<>();

            @Override
            public synchronized Progress delete(Delete request, Context context) {
                if (!request.identifier().has("Id")) {
                    return super.delete(request, context);
                }
                String id = request.identifier().path("Id").stringValue();
                boolean tired = !resources.containsKey(id) && deletes.merge(id, 1, Integer::sum) == which;
                return tired ? Progress.gone() : super.delete(request, context);
            }
        };
    }

    private static final List<Mutant> GONE = List.of(
            Mutant.of("a second delete of nothing succeeds", () -> tired(2), DELETE_NOT_FOUND, DELETE_GONE),
            Mutant.of(
                    "a delete of nothing takes the oldest resource away",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            if (lookup(request.identifier()).isEmpty()) {
                                resources.pollFirstEntry();
                            }
                            return super.delete(request, context);
                        }
                    },
                    DELETE_OTHERS),
            Mutant.of(
                    "what was deleted comes back after five minutes",
                    () -> new Reference(REPORT, 0) {
                        private final Map<String, Instant> deaths = new HashMap<>();
                        private final Map<String, Resource> graves = new HashMap<>();

                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            String id = request.identifier().path("Id").asString("");
                            Instant end = deaths.getOrDefault(id, Instant.MAX);
                            if (end.isBefore(context.clock().instant().minus(Duration.ofMinutes(5)))) {
                                resources.putIfAbsent(id, graves.get(id));
                            }
                            return super.read(request, context);
                        }

                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            Resource resource = find(request.identifier());
                            graves.put(resource.id, resource);
                            deaths.put(resource.id, context.clock().instant());
                            return super.delete(request, context);
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "what was never updated is not deleted",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            updated.put(resource.id, resource);
                        }

                        private final Map<String, Resource> updated = new HashMap<>();

                        @Override
                        void remove(Resource resource) {
                            if (updated.containsKey(resource.id)) {
                                super.remove(resource);
                            }
                        }
                    },
                    DELETE_GONE),
            reviving("an update of what was deleted says NotFound and brings it back", DELETE_GONE),
            Mutant.of(
                    "an update of what never was says NotFound and makes it",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            String name = request.identifier().path("Name").stringValue();
                            if (!resources.containsKey(name)) {
                                resources.put(name, new Resource(name, ++serial, request.desired()));
                                throw notFound();
                            }
                            return super.update(request, context);
                        }
                    },
                    UPDATE_NO_NEW_RESOURCE));

    private static Mutant reviving(String name, Rule rule) {
        return Mutant.of(
                name,
                () -> new Reference(REPORT, 0) {
                    private final Map<String, Resource> graves = new HashMap<>();

                    @Override
                    void remove(Resource resource) {
                        super.remove(resource);
                        graves.put(resource.id, resource);
                    }

                    @Override
                    public synchronized Progress update(Update request, Context context) {
                        String id = request.identifier().path("Id").stringValue();
                        Optional.ofNullable(graves.get(id)).ifPresent(resource -> {
                            resources.put(id, resource);
                            throw notFound();
                        });
                        return super.update(request, context);
                    }
                },
                rule);
    }

    // -- late, and much -------------------------------------------------------------------------------------------

    private static Reference shortened(int most) {
        return new Reference(REPORT, 0) {
            @Override
            List<String> listed(Query query) {
                return super.listed(query).stream().limit(most).toList();
            }
        };
    }

    private static Reference reading(Consumer<ObjectNode> spoil) {
        return new Reference(REPORT, 0) {
            @Override
            ObjectNode read(Resource resource) {
                ObjectNode model = super.read(resource);
                spoil.accept(model);
                return model;
            }
        };
    }

    private static final List<Mutant> MUCH = List.of(
            Mutant.of("a list ends after ten resources", () -> shortened(10), CREATE_LISTED),
            Mutant.of("a list ends after a hundred resources", () -> shortened(100), CREATE_LISTED),
            Mutant.of(
                    "a page is what it was when its token was used first",
                    () -> new Reference(REPORT, 0) {
                        private final Map<String, List<String>> pages = new HashMap<>();

                        @Override
                        List<String> listed(Query query) {
                            List<String> all = super.listed(query);
                            return query.token().isEmpty()
                                    ? all
                                    : pages.computeIfAbsent(query.token().get(), _ -> all);
                        }
                    },
                    LIST_PAGINATES),
            Mutant.of(
                    "pages beyond the third are the third",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Page list(Query query, Context context) {
                            Page page = super.list(query, context);
                            List<String> ids = List.copyOf(resources.keySet());
                            int from = query.token().map(ids::indexOf).orElse(0);
                            return from < 3 * query.limit()
                                    ? page
                                    : new Page(page.identifiers(), Optional.of(ids.get(2 * query.limit() - 1)));
                        }
                    },
                    LIST_TERMINATES,
                    LIST_PAGINATES),
            Mutant.of(
                    "a property is applied twenty seconds after the create",
                    () -> new Reference(REPORT, 0) {
                        private final Map<String, Instant> births = new HashMap<>();
                        private Instant now = Instant.MIN;

                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            now = context.clock().instant();
                            return super.create(request, context);
                        }

                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            births.remove(resource.id);
                        }

                        @Override
                        ObjectNode created(Resource resource) {
                            births.putIfAbsent(resource.id, now);
                            return super.created(resource);
                        }

                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            now = context.clock().instant();
                            return super.read(request, context);
                        }

                        @Override
                        ObjectNode read(Resource resource) {
                            ObjectNode model = super.read(resource);
                            Instant birth = births.getOrDefault(resource.id, Instant.MIN);
                            if (birth.plusSeconds(20).isAfter(now)) {
                                model.remove("Chapters");
                            }
                            return model;
                        }
                    },
                    CREATE_DESIRED_STATE),
            Mutant.of(
                    "each read counts a property up",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        ObjectNode read(Resource resource) {
                            ObjectNode model = super.read(resource);
                            int pages = resource.properties.path("Pages").asInt(7);
                            resource.properties.put("Pages", Math.min(1000, pages + 1));
                            return model;
                        }
                    },
                    READ_COMPLETE),
            Mutant.of(
                    "a read answers what is nested without end",
                    () -> reading(model -> {
                        ObjectNode inner = model;
                        for (int i = 0; i < 20_000; i++) {
                            inner = inner.putObject("More");
                        }
                    }),
                    READ_MODEL_SHAPE),
            Mutant.of(
                    "a read answers a list without end",
                    () -> reading(model -> {
                        ArrayNode list = model.putArray("More");
                        IntStream.range(0, 50_000).forEach(list::add);
                    }),
                    READ_MODEL_SHAPE),
            Mutant.of(
                    "a read answers a text without end",
                    () -> reading(model -> model.put("Note", "x".repeat(10_000_000))),
                    READ_MODEL_SHAPE));

    static List<Mutant> all() {
        return Stream.of(OFTEN, TOKENS, NAMES, GONE, MUCH).flatMap(List::stream).toList();
    }
}
