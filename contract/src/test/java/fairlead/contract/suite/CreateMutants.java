package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers whose create breaks a rule.
final class CreateMutants {

    private CreateMutants() {}

    /// Another answer to each create.
    private interface Answer {
        Progress instead(Reference handler, Create request, Context context, Progress answer);
    }

    private static Reference answering(Design design, int steps, Answer answer) {
        return new Reference(design, steps) {
            @Override
            public synchronized Progress create(Create request, Context context) {
                return answer.instead(this, request, context, super.create(request, context));
            }
        };
    }

    private interface Spoil {
        void spoil(ObjectNode model);
    }

    private static Reference created(Design design, Spoil spoil) {
        return new Reference(design, 0) {
            @Override
            ObjectNode created(Resource resource) {
                ObjectNode model = super.created(resource);
                spoil.spoil(model);
                return model;
            }
        };
    }

    private static Reference creating(Spoil spoil) {
        return new Reference(REPORT, 2) {
            @Override
            ObjectNode creating(Resource resource, int step) {
                ObjectNode model = super.creating(resource, step);
                spoil.spoil(model);
                return model;
            }
        };
    }

    /// What is stored is not what was asked for.
    private static Reference stored(Design design, Spoil spoil) {
        return new Reference(design, 0) {
            @Override
            Resource make(ObjectNode desired, Context context) {
                Resource resource = super.make(desired, context);
                spoil.spoil(resource.properties);
                return resource;
            }

            @Override
            ObjectNode created(Resource resource) {
                ObjectNode model = super.created(resource);
                model.setAll(design.schema().withoutWriteOnly(asked.getLast()));
                return model;
            }

            private final List<ObjectNode> asked = new ArrayList<>();

            @Override
            public synchronized Progress create(Create request, Context context) {
                asked.add(request.desired());
                return super.create(request, context);
            }
        };
    }

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>(MODELS);
        all.addAll(IDENTITIES);
        all.addAll(REPETITIONS);
        all.addAll(ENDS);
        return all;
    }

    static final List<Mutant> MODELS = List.of(
            Mutant.of(
                    "create drops a property from its answer",
                    () -> created(REPORT, m -> m.remove("Title")),
                    CREATE_RETURNS_REQUEST),
            Mutant.of(
                    "create changes a text",
                    () -> created(
                            REPORT, m -> m.put("Title", "x" + m.path("Title").asString())),
                    CREATE_RETURNS_REQUEST,
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create answers a number as a text",
                    () -> created(REPORT, m -> m.put("Pages", m.path("Pages").asString())),
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create answers a boolean as a number",
                    () -> created(BUCKET, m -> m.put("Public", m.path("Public").asBoolean() ? 1 : 0)),
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create answers a number out of range",
                    () -> created(BUCKET, m -> m.put("Quota", 5000)),
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create answers an unknown property",
                    () -> created(REPORT, m -> m.put("Surprise", 1)),
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create answers what breaks a pattern",
                    () -> created(REPORT, m -> m.put("Arn", "nothing")),
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create answers a null that was not asked for",
                    () -> created(REPORT, m -> {
                        if (!m.has("Note")) {
                            m.putNull("Note");
                        }
                    }),
                    NO_NULLS),
            Mutant.of(
                    "create answers null for what was asked for",
                    () -> created(REPORT, m -> m.putNull("Title")),
                    NO_NULLS),
            Mutant.of(
                    "create answers the write-only property",
                    () -> created(REPORT, m -> m.put("Secret", "known")),
                    NO_WRITE_ONLY),
            Mutant.of(
                    "create answers the write-only property as null",
                    () -> created(REPORT, m -> m.putNull("Secret")),
                    NO_NULLS,
                    NO_WRITE_ONLY),
            Mutant.of(
                    "create lacks a read-only property", () -> created(REPORT, m -> m.remove("Arn")), CREATE_COMPLETE),
            Mutant.of(
                    "create lacks a default",
                    () -> created(REPORT, m -> {
                        if (m.path("Pages").asInt() == 7) {
                            m.remove("Pages");
                        }
                    }),
                    CREATE_COMPLETE),
            Mutant.of("create reorders a list", () -> created(BUCKET, CreateMutants::reversed), CREATE_RETURNS_REQUEST),
            Mutant.of(
                    "create changes what is nested in a set",
                    () -> created(REPORT, CreateMutants::otherRanges),
                    CREATE_RETURNS_REQUEST),
            Mutant.of(
                    "create answers an unknown property in a list",
                    () -> created(REPORT, m -> m.path("Rules").forEach(rule -> ((ObjectNode) rule).put("Surprise", 1))),
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create changes what is in the sets of a set",
                    () -> created(
                            ENTRY,
                            m -> m.path("Rows")
                                    .forEach(
                                            row -> ((ArrayNode) row).removeAll().add("0"))),
                    CREATE_RETURNS_REQUEST),
            Mutant.of(
                    "create drops tags from its answer",
                    () -> created(REPORT, m -> m.remove("Tags")),
                    CREATE_RETURNS_REQUEST),
            Mutant.of(
                    "create adds a tag to its answer",
                    () -> created(REPORT, m -> {
                        if (m.path("Tags").size() < 10) {
                            m.withArray("Tags").addObject().put("Key", "added").put("Value", "1");
                        }
                    }),
                    CREATE_RETURNS_REQUEST,
                    CREATE_COMPLETE),
            Mutant.of(
                    "create does not store a property",
                    () -> stored(REPORT, p -> p.remove("Title")),
                    CREATE_DESIRED_STATE),
            Mutant.of(
                    "create stores another value",
                    () -> stored(REPORT, p -> p.put("Title", "other")),
                    CREATE_DESIRED_STATE),
            Mutant.of("create does not store tags", () -> stored(REPORT, p -> p.remove("Tags")), CREATE_DESIRED_STATE),
            Mutant.of(
                    "create of a composite does not store the text",
                    () -> stored(ENTRY, p -> p.put("Text", "other")),
                    CREATE_DESIRED_STATE),
            Mutant.of(
                    "create answers another read-only value than there is",
                    () -> created(BUCKET, m -> m.put("Created", "tomorrow")),
                    CREATE_COMPLETE));

    private static void reversed(ObjectNode model) {
        if (model.path("Hosts").size() > 1) {
            List<tools.jackson.databind.JsonNode> items =
                    new ArrayList<>(model.path("Hosts").values());
            java.util.Collections.reverse(items);
            model.putArray("Hosts").addAll(items);
        }
    }

    private static void otherRanges(ObjectNode model) {
        model.path("Rules").forEach(rule -> {
            if (rule.has("Ranges")) {
                ((ObjectNode) rule).putArray("Ranges").add("0/0");
            }
        });
    }

    static final List<Mutant> IDENTITIES = List.of(
            Mutant.of(
                    "create lacks the identifier",
                    () -> created(REPORT, m -> m.remove("Id")),
                    CREATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "create answers IN_PROGRESS without the identifier",
                    () -> creating(m -> m.remove("Id")),
                    CREATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "create in progress changes the identifier",
                    () -> creating(m -> m.put("Id", "report-0000dead")),
                    CREATE_IDENTIFIER_UNCHANGED),
            Mutant.of("create in progress answers a null", () -> creating(m -> m.putNull("Note")), NO_NULLS),
            Mutant.of(
                    "create in progress answers an unknown property",
                    () -> creating(m -> m.put("Surprise", 1)),
                    CREATE_MODEL_SHAPE),
            Mutant.of(
                    "create succeeds without a model",
                    () -> answering(REPORT, 0, (_, _, _, a) -> a instanceof Progress.Done ? Progress.gone() : a),
                    CREATE_ANSWER),
            Mutant.of(
                    "create answers a negative delay",
                    () -> new Reference(REPORT, 1) {
                        @Override
                        Duration delay() {
                            return Duration.ofSeconds(-1);
                        }
                    },
                    CALLBACK_DELAY));

    static final List<Mutant> REPETITIONS = List.of(
            Mutant.of(
                    "create forgets its tokens",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            byToken.clear();
                            return super.create(request, context);
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "create forgets its tokens between calls",
                    () -> new Reference(REPORT, 2) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            if (request.memo().isEmpty()) {
                                byToken.clear();
                            }
                            return super.create(request, context);
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "a repeated create says AlreadyExists",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            refuseNamesake(request.desired());
                            return super.create(request, context);
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "create makes a second resource",
                    () -> answering(REPORT, 0, (h, r, c, a) -> {
                        var twin = h.make(r.desired(), c);
                        h.resources.put(twin.id, twin);
                        return a;
                    }),
                    NO_LEAK),
            Mutant.of(
                    "create makes a resource with each call",
                    () -> new Reference(REPORT, 2) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            Progress answer = super.create(request, context);
                            if (request.memo().isPresent()) {
                                Resource twin = make(request.desired(), context);
                                resources.put(twin.id, twin);
                            }
                            return answer;
                        }
                    },
                    CREATE_IDEMPOTENT,
                    NO_LEAK),
            Mutant.of("create checks and makes in two steps", () -> new Racing(), CREATE_IDEMPOTENT),
            Mutant.of(
                    "create is an upsert",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {}
                    },
                    CREATE_ALREADY_EXISTS),
            Mutant.of(
                    "create ignores the alias that is taken",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            if (resources.containsKey(desired.path("Name").asString())) {
                                super.refuseNamesake(desired);
                            }
                        }
                    },
                    CREATE_ALREADY_EXISTS),
            Mutant.of(
                    "create of a composite is an upsert",
                    () -> new Reference(ENTRY, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {}
                    },
                    CREATE_ALREADY_EXISTS),
            Mutant.of(
                    "create refuses what exists with another code",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            try {
                                super.refuseNamesake(desired);
                            } catch (HandlerException e) {
                                throw new HandlerException(ErrorCode.INVALID_REQUEST, "It is there.", e);
                            }
                        }
                    },
                    CREATE_ALREADY_EXISTS),
            Mutant.of(
                    "create refuses and makes the resource all the same",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            try {
                                super.refuseNamesake(desired);
                            } catch (HandlerException e) {
                                Resource resource =
                                        new Resource(desired.path("Name").asString(), 0, desired);
                                resources.putIfAbsent(resource.id, resource);
                                throw e;
                            }
                        }
                    },
                    CREATE_FAILED_NOT_CREATED));

    /// Two threads find that there is nothing, and both make it.
    private static final class Racing extends Reference {

        private static final Duration TWIN = Duration.ofMillis(100);

        private final Map<String, Integer> checked = new HashMap<>();

        Racing() {
            super(REPORT, 0);
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // that is the mistake
        public Progress create(Create request, Context context) {
            if (isNew(context.token())) {
                synchronized (this) {
                    byToken.remove(context.token());
                    return super.create(request, context);
                }
            }
            return super.create(request, context);
        }

        /// Waits for a twin, if there is one, to find nothing either.
        private synchronized boolean isNew(String token) {
            if (byToken.containsKey(token)) {
                return false;
            }
            int twins = checked.merge(token, 1, Integer::sum);
            notifyAll();
            long end = System.nanoTime() + TWIN.toNanos();
            try {
                for (long left = TWIN.toMillis(); twins < 2 && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                    wait(left);
                    twins = checked.getOrDefault(token, 0);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return true;
        }
    }

    static final List<Mutant> ENDS = List.of(
            Mutant.of(
                    "create never ends",
                    () -> new Reference(REPORT, Integer.MAX_VALUE) {
                        @Override
                        public synchronized Progress delete(fairlead.handler.Delete request, Context context) {
                            remove(find(request.identifier()));
                            return Progress.gone();
                        }
                    },
                    CREATE_TIMEOUT),
            Mutant.of(
                    "create never ends, without a pause",
                    () -> new Reference(BUCKET, Integer.MAX_VALUE) {
                        @Override
                        Duration delay() {
                            return Duration.ZERO;
                        }

                        @Override
                        public synchronized Progress delete(fairlead.handler.Delete request, Context context) {
                            remove(find(request.identifier()));
                            return Progress.gone();
                        }
                    },
                    CREATE_TIMEOUT),
            Mutant.of(
                    "create hangs",
                    () -> answering(REPORT, 0, (_, _, _, _) -> {
                        throw Hang.forGood();
                    }),
                    CREATE_DEADLINE),
            Mutant.of(
                    "create fails without a message",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            try {
                                super.refuseNamesake(desired);
                            } catch (HandlerException e) {
                                throw new HandlerException(e.code(), "", e);
                            }
                        }
                    },
                    FAILURE_MESSAGE),
            Mutant.of(
                    "create refuses a long title with a code of its own",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            if (desired.path("Title").asString().length() > 30) {
                                throw HandlerException.breach(
                                        FAILURE_CODE.id(), ErrorCode.GENERAL_SERVICE_EXCEPTION, "TitleTooLong.");
                            }
                            return super.make(desired, context);
                        }
                    },
                    FAILURE_CODE),
            Mutant.of(
                    "create succeeds before the resource can be read",
                    () -> new Late(1),
                    CREATE_READABLE,
                    CREATE_DESIRED_STATE),
            Mutant.of(
                    "create succeeds long before the resource can be read",
                    () -> new Late(1000),
                    CREATE_READABLE,
                    CREATE_DESIRED_STATE),
            Mutant.of(
                    "create is in progress though it has no end",
                    () -> answering(
                            REPORT,
                            0,
                            (_, _, _, a) -> a instanceof Progress.Done(var m)
                                    ? Progress.again(m, Duration.ofHours(1), JsonNodeFactory.instance.objectNode())
                                    : a),
                    CREATE_TIMEOUT));

    /// Reads find nothing the first few times.
    static Reference late(int reads) {
        return new Late(reads);
    }

    /// Reads find nothing for a while.
    private static final class Late extends Reference {

        private final int reads;
        private final java.util.Map<String, Integer> seen = new java.util.HashMap<>();

        Late(int reads) {
            super(REPORT, 0);
            this.reads = reads;
        }

        @Override
        public synchronized Progress read(fairlead.handler.Read request, Context context) {
            Resource resource = find(request.identifier());
            if (seen.merge(resource.id, 1, Integer::sum) <= reads) {
                throw notFound();
            }
            return super.read(request, context);
        }
    }
}
