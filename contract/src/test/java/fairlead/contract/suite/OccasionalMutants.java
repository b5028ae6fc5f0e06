package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers that break a rule where a resource is of one kind alone, has been through something, or is looked at in one
/// way.
final class OccasionalMutants {

    private OccasionalMutants() {}

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>(PAGES);
        all.addAll(LISTS);
        all.addAll(READS);
        all.addAll(CREATES);
        all.addAll(UPDATES);
        all.addAll(DELETES);
        return all;
    }

    private static boolean isPlain(ObjectNode model) {
        return !model.has("Note");
    }

    private static boolean isForeign(ObjectNode model) {
        return !StandardCharsets.US_ASCII
                .newEncoder()
                .canEncode(model.path("Title").asString());
    }

    /// Remembers which resources were updated, and how often.
    private static class Attentive extends Reference {

        final Map<String, Integer> updates = new HashMap<>();

        Attentive(Design design, int steps) {
            super(design, steps);
        }

        boolean isUpdated(Resource resource) {
            return updates.containsKey(resource.id);
        }

        @Override
        void apply(Resource resource, Update request) {
            super.apply(resource, request);
            updates.merge(resource.id, 1, Integer::sum);
        }
    }

    private static Progress never(ObjectNode model) {
        return Progress.again(model, Duration.ofMinutes(1), JsonNodeFactory.instance.objectNode());
    }

    // -- lists ------------------------------------------------------------------------------------------------------

    private static Reference later(Design design, Consumer<ObjectNode> spoil) {
        return new Reference(design, 0) {
            @Override
            public synchronized Page list(Query query, Context context) {
                Page page = super.list(query, context);
                if (query.token().isPresent()) {
                    page.identifiers().forEach(spoil);
                }
                return page;
            }
        };
    }

    /// Gives a token where a page is full, whether there is more or not.
    private static Reference round(ErrorCode code) {
        return new Reference(REPORT, 0) {
            @Override
            public synchronized Page list(Query query, Context context) {
                Page page = super.list(query, context);
                if (query.token().isPresent() && page.identifiers().isEmpty()) {
                    throw new HandlerException(code, "There are no more.");
                }
                boolean full = page.identifiers().size() == query.limit();
                return new Page(
                        page.identifiers(),
                        full ? design.schema().identifier(page.identifiers().getLast()) : Optional.empty());
            }
        };
    }

    private static final List<Mutant> PAGES = List.of(
            Mutant.of(
                    "pages after the first have more", () -> later(REPORT, e -> e.put("Title", "x")), LIST_IDENTIFIERS),
            Mutant.of(
                    "pages after the first have the password",
                    () -> later(BUCKET, e -> e.put("Password", "open")),
                    LIST_IDENTIFIERS,
                    NO_WRITE_ONLY),
            Mutant.of(
                    "pages after the first have entries without an identifier",
                    () -> later(BUCKET, ObjectNode::removeAll),
                    LIST_IDENTIFIERS),
            Mutant.of("the token of a full page is refused", () -> round(ErrorCode.INVALID_REQUEST), LIST_PAGINATES),
            Mutant.of("the token of a full page is not found", () -> round(ErrorCode.NOT_FOUND), LIST_PAGINATES));

    private static Reference hiding(Predicate<ObjectNode> hidden) {
        return new Reference(REPORT, 0) {
            @Override
            List<String> listed(Query query) {
                return super.listed(query).stream()
                        .filter(id -> lookup(design.schema().parseIdentifier(id))
                                .filter(resource -> !hidden.test(shown(resource)))
                                .isPresent())
                        .toList();
            }
        };
    }

    private static final List<Mutant> LISTS = List.of(
            Mutant.of("list leaves out what has no note", () -> hiding(OccasionalMutants::isPlain), CREATE_LISTED),
            Mutant.of(
                    "list leaves out what has a foreign title",
                    () -> hiding(OccasionalMutants::isForeign),
                    CREATE_LISTED),
            Mutant.of(
                    "list leaves out what is a draft",
                    () -> hiding(model -> model.path("Draft").asBoolean(false)),
                    CREATE_LISTED),
            Mutant.of(
                    "list leaves out what has no rules",
                    () -> hiding(m -> m.path("Rules").isEmpty()),
                    CREATE_LISTED),
            Mutant.of("list leaves out what has tags", () -> hiding(m -> m.has("Tags")), CREATE_LISTED),
            Mutant.of(
                    "what was updated and deleted is listed",
                    () -> new Attentive(REPORT, 0) {
                        @Override
                        List<String> listed(Query query) {
                            Set<String> ids = new TreeSet<>(super.listed(query));
                            ids.addAll(updates.keySet());
                            return List.copyOf(ids);
                        }
                    },
                    DELETE_UNLISTED));

    // -- reads ------------------------------------------------------------------------------------------------------

    private static Reference reading(Design design, Predicate<ObjectNode> when, Consumer<ObjectNode> spoil) {
        return new Reference(design, 0) {
            @Override
            ObjectNode read(Resource resource) {
                ObjectNode model = super.read(resource);
                if (when.test(model)) {
                    spoil.accept(model);
                }
                return model;
            }
        };
    }

    private static Reference readingUpdated(Consumer<ObjectNode> spoil) {
        return new Attentive(BUCKET, 0) {
            @Override
            ObjectNode read(Resource resource) {
                ObjectNode model = super.read(resource);
                if (isUpdated(resource)) {
                    spoil.accept(model);
                }
                return model;
            }
        };
    }

    private static Reference readingByAlias(Consumer<ObjectNode> spoil) {
        return new Reference(BUCKET, 0) {
            @Override
            public synchronized Progress read(Read request, Context context) {
                ObjectNode model = read(find(request.identifier()));
                if (!request.identifier().has("Name")) {
                    spoil.accept(model);
                }
                return Progress.done(model);
            }
        };
    }

    private static final List<Mutant> READS = List.of(
            Mutant.of(
                    "a read after an update shows the password",
                    () -> readingUpdated(m -> m.put("Password", "open")),
                    NO_WRITE_ONLY),
            Mutant.of(
                    "a read after an update has a null for what is not there",
                    () -> readingUpdated(m -> {
                        if (!m.has("Quota")) {
                            m.putNull("Quota");
                        }
                    }),
                    NO_NULLS),
            Mutant.of(
                    "a read after an update has a text for a boolean",
                    () -> readingUpdated(m -> m.put("Public", m.path("Public").asString())),
                    READ_MODEL_SHAPE),
            Mutant.of(
                    "a read after an update has another identifier",
                    () -> readingUpdated(m -> m.put("Name", "another")),
                    READ_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "a read by an alias shows the password",
                    () -> readingByAlias(m -> m.put("Password", "open")),
                    NO_WRITE_ONLY),
            Mutant.of("a read by an alias has a null", () -> readingByAlias(m -> m.putNull("Created")), NO_NULLS),
            Mutant.of(
                    "a read by an alias has an unknown property",
                    () -> readingByAlias(m -> m.put("Surprise", 1)),
                    READ_MODEL_SHAPE),
            Mutant.of(
                    "a read of an empty list has a null",
                    () -> reading(
                            BUCKET,
                            m -> m.path("Hosts").isArray() && m.path("Hosts").isEmpty(),
                            m -> m.putNull("Hosts")),
                    NO_NULLS),
            Mutant.of(
                    "a read lacks the default where there is no note",
                    () -> reading(REPORT, OccasionalMutants::isPlain, m -> {
                        if (m.path("Pages").asInt() == 7) {
                            m.remove("Pages");
                        }
                    }),
                    READ_COMPLETE),
            Mutant.of(
                    "a read lacks the address where the title is foreign",
                    () -> reading(REPORT, OccasionalMutants::isForeign, m -> m.remove("Arn")),
                    READ_COMPLETE),
            Mutant.of(
                    "a read of what has no note is IN_PROGRESS",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            ObjectNode model = shown(find(request.identifier()));
                            return isPlain(model) ? never(model) : Progress.done(model);
                        }
                    },
                    READ_SYNCHRONOUS));

    // -- creates ----------------------------------------------------------------------------------------------------

    private static Reference created(Design design, Predicate<ObjectNode> when, Consumer<ObjectNode> spoil) {
        return new Reference(design, 0) {
            @Override
            ObjectNode created(Resource resource) {
                ObjectNode model = super.created(resource);
                if (when.test(model)) {
                    spoil.accept(model);
                }
                return model;
            }
        };
    }

    private static Reference overwriting(boolean onlyUpdated) {
        return new Attentive(BUCKET, 0) {
            @Override
            void refuseNamesake(ObjectNode desired) {
                Optional<Resource> there =
                        Optional.ofNullable(resources.get(desired.path("Name").asString()));
                boolean refused = there.filter(
                                resource -> onlyUpdated ? !isUpdated(resource) : resource.properties.equals(desired))
                        .isPresent();
                if (refused || there.isEmpty()) {
                    super.refuseNamesake(desired);
                }
            }
        };
    }

    private static final List<Mutant> CREATES = List.of(
            Mutant.of(
                    "create lacks the default where there is no note",
                    () -> created(REPORT, OccasionalMutants::isPlain, m -> {
                        if (m.path("Pages").asInt() == 7) {
                            m.remove("Pages");
                        }
                    }),
                    CREATE_COMPLETE),
            Mutant.of(
                    "create lacks the address where the title is foreign",
                    () -> created(REPORT, OccasionalMutants::isForeign, m -> m.remove("Arn")),
                    CREATE_COMPLETE),
            Mutant.of(
                    "create answers the secret of a draft",
                    () -> created(REPORT, m -> m.path("Draft").asBoolean(false), m -> m.put("Secret", "open")),
                    NO_WRITE_ONLY),
            Mutant.of("create takes the place of what is otherwise", () -> overwriting(false), CREATE_ALREADY_EXISTS),
            Mutant.of("create takes the place of what was updated", () -> overwriting(true), CREATE_ALREADY_EXISTS),
            Mutant.of(
                    "the last answer of a create has another identifier",
                    () -> new Reference(REPORT, 2) {
                        @Override
                        ObjectNode created(Resource resource) {
                            return super.created(resource).put("Id", "report-ffffffff");
                        }
                    },
                    CREATE_IDENTIFIER_UNCHANGED),
            Mutant.of(
                    "a refusal for the alias has no message",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            boolean named =
                                    resources.containsKey(desired.path("Name").asString());
                            try {
                                super.refuseNamesake(desired);
                            } catch (HandlerException refused) {
                                throw named ? refused : new HandlerException(refused.code(), "", refused);
                            }
                        }
                    },
                    FAILURE_MESSAGE),
            Mutant.of(
                    "create forgets the tokens of what has no note",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            if (isPlain(request.desired())) {
                                byToken.remove(context.token());
                            }
                            return super.create(request, context);
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "create of what has rules never ends",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            Progress answer = super.create(request, context);
                            return answer instanceof Progress.Done(var model) && model.has("Rules")
                                    ? never(model)
                                    : answer;
                        }
                    },
                    CREATE_TIMEOUT));

    // -- updates ----------------------------------------------------------------------------------------------------

    private static Reference answering(int steps, Predicate<Update> when, Progress answer) {
        return new Reference(REPORT, steps) {
            @Override
            public synchronized Progress update(Update request, Context context) {
                Progress now = super.update(request, context);
                return when.test(request) ? answer : now;
            }
        };
    }

    private static boolean takesAway(Update update) {
        return update.previous().has("Note") && !update.desired().has("Note");
    }

    private static final List<Mutant> UPDATES = List.of(
            Mutant.of(
                    "update of what has no note is only said to be done",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Resource resource = find(request.identifier());
                            ObjectNode before = resource.properties;
                            Progress answer = super.update(request, context);
                            if (isPlain(request.desired())) {
                                resource.properties = before;
                            }
                            return answer;
                        }
                    },
                    UPDATE_REPLACES,
                    UPDATE_DESIRED_STATE),
            Mutant.of(
                    "update lacks the default of what it takes away",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Progress answer = super.update(request, context);
                            boolean back = !request.desired().has("Pages")
                                    && request.previous().path("Pages").asInt() != 7;
                            return back && answer instanceof Progress.Done(var model)
                                    ? Progress.done(model.without("Pages"))
                                    : answer;
                        }
                    },
                    UPDATE_COMPLETE),
            Mutant.of(
                    "the second answer of an update lacks the identifier",
                    () -> new Reference(REPORT, 2) {
                        @Override
                        ObjectNode updating(Resource resource, int step) {
                            ObjectNode model = super.updating(resource, step);
                            return step == 1 ? model.without("Id") : model;
                        }
                    },
                    UPDATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "the last answer of an update has another identifier",
                    () -> new Reference(REPORT, 1) {
                        @Override
                        ObjectNode updated(Resource resource) {
                            return super.updated(resource).put("Id", "report-ffffffff");
                        }
                    },
                    UPDATE_IDENTIFIER_UNCHANGED),
            Mutant.of(
                    "an update that takes the note away never ends",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Progress answer = super.update(request, context);
                            return takesAway(request) && answer instanceof Progress.Done(var model)
                                    ? never(model)
                                    : answer;
                        }
                    },
                    UPDATE_TIMEOUT),
            Mutant.of(
                    "an update that takes the note away answers no model",
                    () -> answering(0, OccasionalMutants::takesAway, Progress.gone()),
                    UPDATE_ANSWER),
            Mutant.of(
                    "an update asks to be called before it was called",
                    () -> new Reference(REPORT, 1) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            Progress answer = super.update(request, context);
                            return answer instanceof Progress.Again again
                                    ? Progress.again(again.properties(), Duration.ofSeconds(-1), again.memo())
                                    : answer;
                        }
                    },
                    CALLBACK_DELAY),
            Mutant.of(
                    "an update of what has labels makes another resource",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            if (request.desired().has("Labels")) {
                                String id = design.identify(request.desired(), ++serial);
                                resources.put(
                                        id,
                                        new Resource(
                                                id, serial, request.desired().deepCopy()));
                            }
                        }
                    },
                    UPDATE_NO_NEW_RESOURCE));

    // -- deletes ----------------------------------------------------------------------------------------------------

    private static final List<Mutant> DELETES = List.of(
            Mutant.of(
                    "the second answer of a delete has an unknown property",
                    () -> new Reference(REPORT, 2) {
                        @Override
                        ObjectNode deleting(Resource resource, int step) {
                            ObjectNode model = super.deleting(resource, step);
                            return step == 1 ? model.put("Surprise", 1) : model;
                        }
                    },
                    DELETE_MODEL_SHAPE),
            Mutant.of(
                    "a delete of what was updated answers a model",
                    () -> new Attentive(REPORT, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            Resource resource = find(request.identifier());
                            remove(resource);
                            return isUpdated(resource) ? Progress.done(shown(resource)) : Progress.gone();
                        }
                    },
                    DELETE_NO_MODEL),
            Mutant.of(
                    "a delete of what was updated never ends",
                    () -> new Attentive(BUCKET, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            Resource resource = find(request.identifier());
                            if (isUpdated(resource)) {
                                return never(shown(resource));
                            }
                            return super.delete(request, context);
                        }
                    },
                    DELETE_TIMEOUT),
            Mutant.of(
                    "a delete by an alias answers a model",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            ObjectNode model = shown(find(request.identifier()));
                            Progress gone = super.delete(request, context);
                            return request.identifier().has("Name") ? gone : Progress.done(model);
                        }
                    },
                    DELETE_NO_MODEL),
            Mutant.of(
                    "a delete of what has no note does nothing",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void remove(Resource resource) {
                            if (!isPlain(resource.properties)) {
                                super.remove(resource);
                            }
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "a delete of what was updated twice does nothing",
                    () -> new Attentive(BUCKET, 0) {
                        @Override
                        void remove(Resource resource) {
                            if (updates.getOrDefault(resource.id, 0) < 2) {
                                super.remove(resource);
                            }
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "a delete of a draft says that it is not there",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void remove(Resource resource) {
                            super.remove(resource);
                            if (resource.properties.path("Draft").asBoolean(false)) {
                                throw notFound();
                            }
                        }
                    },
                    DELETE_SUCCESS),
            Mutant.of(
                    "what was deleted while it had a note can be deleted again",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> noted = new HashSet<>();

                        @Override
                        void remove(Resource resource) {
                            super.remove(resource);
                            if (!isPlain(resource.properties)) {
                                noted.add(resource.id);
                            }
                        }

                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            boolean before = noted.contains(design.schema()
                                    .identifier(request.identifier())
                                    .orElse(""));
                            return before ? Progress.gone() : super.delete(request, context);
                        }
                    },
                    DELETE_GONE));
}
