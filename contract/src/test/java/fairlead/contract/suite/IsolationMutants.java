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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers that mistake one resource for another, or one time for the next.
final class IsolationMutants {

    private IsolationMutants() {}

    private static Comparator<Reference.Resource> byAge() {
        return Comparator.comparingInt(resource -> resource.serial);
    }

    private static Reference removing(Design design, boolean newest) {
        return new Reference(design, 0) {
            @Override
            void remove(Resource resource) {
                super.remove(resources.values().stream()
                        .min(newest ? byAge().reversed() : byAge())
                        .orElse(resource));
            }
        };
    }

    private static Reference removingAll(Design design) {
        return new Reference(design, 0) {
            @Override
            void remove(Resource resource) {
                List.copyOf(resources.values()).forEach(super::remove);
            }
        };
    }

    private static Reference applyingToAll(Design design) {
        return new Reference(design, 0) {
            @Override
            void apply(Resource resource, Update request) {
                super.apply(resource, request);
                for (Resource other : resources.values()) {
                    ObjectNode properties = request.desired().deepCopy();
                    ObjectNode own = other.properties;
                    design.schema()
                            .createOnly()
                            .forEach(path -> path.value(own).ifPresent(value -> path.set(properties, value)));
                    other.properties = properties;
                }
            }
        };
    }

    private static final List<Mutant> OTHERS = List.of(
            Mutant.of("an update changes all resources", () -> applyingToAll(REPORT), UPDATE_OTHERS),
            Mutant.of("an update of a bucket changes all", () -> applyingToAll(BUCKET), UPDATE_OTHERS),
            Mutant.of(
                    "an update changes a property of all resources",
                    () -> new Reference(JOURNAL, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            resources
                                    .values()
                                    .forEach(other -> other.properties.set(
                                            "Text",
                                            request.desired().path("Text").isMissingNode()
                                                    ? JsonNodeFactory.instance.stringNode("none")
                                                    : request.desired().path("Text")));
                        }
                    },
                    UPDATE_OTHERS,
                    UPDATE_RETURNS_REQUEST,
                    UPDATE_REPLACES),
            Mutant.of("a delete removes all resources", () -> removingAll(REPORT), DELETE_OTHERS),
            Mutant.of("a delete of a bucket removes all", () -> removingAll(BUCKET), DELETE_OTHERS),
            Mutant.of("a delete of an entry removes all", () -> removingAll(ENTRY), DELETE_OTHERS),
            Mutant.of("a delete removes the newest resource", () -> removing(REPORT, true), DELETE_OTHERS),
            Mutant.of("a delete removes the oldest resource", () -> removing(REPORT, false), DELETE_OTHERS),
            Mutant.of("a delete of a bucket removes the newest", () -> removing(BUCKET, true), DELETE_OTHERS),
            Mutant.of("a delete of an entry removes the oldest", () -> removing(ENTRY, false), DELETE_OTHERS),
            Mutant.of(
                    "a create overwrites the oldest resource",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            Progress answer = super.create(request, context);
                            resources.values().stream()
                                    .min(byAge())
                                    .ifPresent(oldest -> oldest.properties =
                                            request.desired().deepCopy());
                            return answer;
                        }
                    },
                    CREATE_OTHERS),
            Mutant.of(
                    "a create takes the oldest resource away",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            Progress answer = super.create(request, context);
                            if (resources.size() > 1) {
                                resources.values().stream().min(byAge()).ifPresent(this::remove);
                            }
                            return answer;
                        }
                    },
                    CREATE_OTHERS,
                    CREATE_LISTED),
            Mutant.of(
                    "a read shows the newest resource under the name that is asked for",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Resource resource = find(request.identifier());
                            Resource newest =
                                    resources.values().stream().max(byAge()).orElse(resource);
                            return Progress.done(
                                    shown(resource).setAll(shown(newest).without(List.of("Id", "Arn"))));
                        }
                    },
                    CREATE_OTHERS),
            Mutant.of(
                    "a read shows the newest resource",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            find(request.identifier());
                            return Progress.done(shown(
                                    resources.values().stream().max(byAge()).orElseThrow()));
                        }
                    },
                    READ_PRIMARY_IDENTIFIER,
                    CREATE_OTHERS),
            Mutant.of(
                    "a read by an alias shows the newest resource",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            return design.schema()
                                                    .identifier(request.identifier())
                                                    .isPresent()
                                            || resources.isEmpty()
                                    ? super.read(request, context)
                                    : Progress.done(shown(resources.values().stream()
                                            .max(byAge())
                                            .orElseThrow()));
                        }
                    },
                    READ_ADDITIONAL_IDENTIFIERS),
            Mutant.of(
                    "a list has no more than two resources",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        List<String> listed(Query query) {
                            return super.listed(query).stream().limit(2).toList();
                        }
                    },
                    CREATE_LISTED),
            Mutant.of(
                    "a list has the newest resource alone",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        List<String> listed(Query query) {
                            return resources.values().stream().max(byAge()).map(resource -> resource.id).stream()
                                    .toList();
                        }
                    },
                    CREATE_LISTED));

    // -- another time ---------------------------------------------------------------------------------------------

    private static HandlerException refused(ErrorCode code) {
        return new HandlerException(code, "Not now.");
    }

    /// Lets the first updates through.
    private static Reference accepting(Design design, int updates, boolean ofEach, ErrorCode code) {
        return new Reference(design, 0) {
            private final Map<String, Integer> counts = new HashMap<>();

            @Override
            public synchronized Progress update(Update request, Context context) {
                Resource resource = find(request.identifier());
                if (counts.merge(ofEach ? resource.id : "", 1, Integer::sum) > updates) {
                    throw refused(code);
                }
                return super.update(request, context);
            }
        };
    }

    private static final List<Mutant> UPDATES = List.of(
            Mutant.of(
                    "a second update is refused",
                    () -> accepting(REPORT, 1, true, ErrorCode.NOT_UPDATABLE),
                    UPDATE_SUCCESS),
            Mutant.of(
                    "a second update of a bucket is an invalid request",
                    () -> accepting(BUCKET, 1, true, ErrorCode.INVALID_REQUEST),
                    UPDATE_SUCCESS),
            Mutant.of(
                    "a third update fails",
                    () -> accepting(JOURNAL, 2, true, ErrorCode.GENERAL_SERVICE_EXCEPTION),
                    UPDATE_SUCCESS),
            Mutant.of(
                    "only the first update of all is accepted",
                    () -> accepting(REPORT, 1, false, ErrorCode.NOT_UPDATABLE),
                    UPDATE_SUCCESS),
            Mutant.of(
                    "every update is refused",
                    () -> accepting(REPORT, 0, false, ErrorCode.NOT_UPDATABLE),
                    UPDATE_SUCCESS),
            Mutant.of(
                    "every update throws",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            throw new IllegalStateException("no connection");
                        }
                    },
                    UPDATE_SUCCESS),
            Mutant.of(
                    "a second update is not applied",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> changed = new HashSet<>();

                        @Override
                        void apply(Resource resource, Update request) {
                            if (changed.add(resource.id)) {
                                super.apply(resource, request);
                            }
                        }
                    },
                    UPDATE_RETURNS_REQUEST,
                    UPDATE_REPLACES,
                    UPDATE_DESIRED_STATE),
            Mutant.of(
                    "an update can't set what was not there",
                    () -> new Reference(JOURNAL, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            ObjectNode before = resource.properties;
                            super.apply(resource, request);
                            List.copyOf(resource.properties.propertyNames()).stream()
                                    .filter(name -> !before.has(name))
                                    .forEach(resource.properties::remove);
                        }
                    },
                    UPDATE_RETURNS_REQUEST),
            Mutant.of(
                    "an update keeps a list that is to be empty",
                    () -> new Reference(JOURNAL, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            ObjectNode before = resource.properties;
                            super.apply(resource, request);
                            if (request.desired().path("Words").isArray()
                                    && request.desired().path("Words").isEmpty()
                                    && before.has("Words")) {
                                resource.properties.set("Words", before.path("Words"));
                            }
                        }
                    },
                    UPDATE_REPLACES,
                    UPDATE_RETURNS_REQUEST),
            Mutant.of(
                    "an update forgets what can't change",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            resource.properties.remove("Author");
                        }
                    },
                    UPDATE_RETURNS_REQUEST),
            Mutant.of(
                    "a read shows what was before the update",
                    () -> new Reference(REPORT, 0) {
                        private final Map<String, ObjectNode> known = new HashMap<>();

                        @Override
                        ObjectNode read(Resource resource) {
                            return known.computeIfAbsent(resource.id, _ -> super.read(resource))
                                    .deepCopy();
                        }
                    },
                    UPDATE_DESIRED_STATE,
                    UPDATE_REPLACES));

    private static final List<Mutant> NAMES = List.of(
            Mutant.of(
                    "an alias is lost after an update",
                    () -> new Reference(BUCKET, 0) {
                        private final Set<String> changed = new HashSet<>();

                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            changed.add(resource.id);
                        }

                        @Override
                        Optional<Resource> lookup(ObjectNode identifier) {
                            return super.lookup(identifier)
                                    .filter(resource -> identifier.has("Name") || !changed.contains(resource.id));
                        }
                    },
                    READ_ADDITIONAL_IDENTIFIERS),
            Mutant.of(
                    "an additional identifier is lost after an update",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> changed = new HashSet<>();

                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            changed.add(resource.id);
                        }

                        @Override
                        Optional<Resource> lookup(ObjectNode identifier) {
                            return super.lookup(identifier)
                                    .filter(resource -> identifier.has("Id") || !changed.contains(resource.id));
                        }
                    },
                    READ_ADDITIONAL_IDENTIFIERS),
            Mutant.of(
                    "what was deleted is still found by its alias",
                    () -> new Reference(BUCKET, 0) {
                        private final Map<String, Resource> aliases = new HashMap<>();

                        @Override
                        Optional<Resource> lookup(ObjectNode identifier) {
                            if (identifier.has("Name")) {
                                return super.lookup(identifier);
                            }
                            resources
                                    .values()
                                    .forEach(resource -> aliases.put(
                                            resource.properties.path("Alias").asString(""), resource));
                            return Optional.ofNullable(
                                    aliases.get(identifier.path("Alias").asString("")));
                        }
                    },
                    DELETE_GONE),
            Mutant.of(
                    "a read by an alias shows less",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Progress answer = super.read(request, context);
                            return request.identifier().has("Name") || !(answer instanceof Progress.Done(var model))
                                    ? answer
                                    : Progress.done(model.without("Hosts"));
                        }
                    },
                    READ_ADDITIONAL_IDENTIFIERS),
            Mutant.of(
                    "a read by an additional identifier lacks the primary one",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Progress answer = super.read(request, context);
                            return request.identifier().has("Id") || !(answer instanceof Progress.Done(var model))
                                    ? answer
                                    : Progress.done(model.without("Id"));
                        }
                    },
                    READ_PRIMARY_IDENTIFIER));

    private static final List<Mutant> TIMES = List.of(
            Mutant.of(
                    "a resource can be read but once",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> seen = new HashSet<>();

                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            Resource resource = find(request.identifier());
                            if (!seen.add(resource.id)) {
                                throw notFound();
                            }
                            return super.read(request, context);
                        }
                    },
                    CREATE_READABLE,
                    LIST_READABLE,
                    DELETE_GONE),
            Mutant.of(
                    "a second read shows less",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> seen = new HashSet<>();

                        @Override
                        ObjectNode read(Resource resource) {
                            ObjectNode model = super.read(resource);
                            return seen.add(resource.id) ? model : model.without("Chapters");
                        }
                    },
                    READ_COMPLETE,
                    UPDATE_DESIRED_STATE,
                    UPDATE_COMPLETE),
            Mutant.of(
                    "a repeated create answers less",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> told = new HashSet<>();

                        @Override
                        ObjectNode created(Resource resource) {
                            ObjectNode model = super.created(resource);
                            return told.add(resource.id) ? model : model.without("Title");
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "a repeated create answers nothing",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            return byToken.containsKey(context.token())
                                    ? Progress.gone()
                                    : super.create(request, context);
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "a repeated create is an invalid request",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            if (byToken.containsKey(context.token())) {
                                throw refused(ErrorCode.INVALID_REQUEST);
                            }
                            return super.create(request, context);
                        }
                    },
                    CREATE_IDEMPOTENT),
            Mutant.of(
                    "a delete that is done says NotFound",
                    () -> new Reference(REPORT, 1) {
                        @Override
                        public synchronized Progress delete(Delete request, Context context) {
                            Progress answer = super.delete(request, context);
                            if (answer instanceof Progress.Gone()) {
                                throw notFound();
                            }
                            return answer;
                        }
                    },
                    DELETE_SUCCESS),
            Mutant.of(
                    "what was updated can't be deleted",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> changed = new HashSet<>();

                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            changed.add(resource.id);
                        }

                        @Override
                        void remove(Resource resource) {
                            if (changed.contains(resource.id)) {
                                throw refused(ErrorCode.RESOURCE_CONFLICT);
                            }
                            super.remove(resource);
                        }
                    },
                    DELETE_SUCCESS,
                    DELETE_DEADLINE),
            Mutant.of(
                    "a create after a delete is refused",
                    () -> new Reference(REPORT, 0) {
                        private final Map<String, String> titles = new HashMap<>();

                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            Resource resource = super.make(desired, context);
                            titles.put(resource.id, desired.path("Title").asString(""));
                            return resource;
                        }

                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            String wanted = desired.path("Title").asString("");
                            titles.forEach((id, title) -> {
                                if (!resources.containsKey(id) && title.equals(wanted)) {
                                    throw refused(ErrorCode.ALREADY_EXISTS);
                                }
                            });
                        }
                    },
                    DELETE_RECREATE),
            Mutant.of(
                    "what was deleted comes back when its name is used again",
                    () -> new Reference(BUCKET, 0) {
                        private final Map<String, ObjectNode> deleted = new HashMap<>();

                        @Override
                        void remove(Resource resource) {
                            super.remove(resource);
                            deleted.put(resource.id, resource.properties);
                        }

                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            Resource resource = super.make(desired, context);
                            Optional.ofNullable(deleted.get(resource.id)).ifPresent(old -> resource.properties = old);
                            return resource;
                        }
                    },
                    DELETE_RECREATE,
                    CREATE_RETURNS_REQUEST));

    static List<Mutant> all() {
        return Stream.of(OTHERS, UPDATES, NAMES, TIMES).flatMap(List::stream).toList();
    }
}
