package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Update;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Handlers that break a rule only with some values, or only for another resource than the one that is asked about.
final class SubtleMutants {

    private SubtleMutants() {}

    /// Keeps something else than it is asked for, and says so in every answer.
    private static Reference keeping(Consumer<ObjectNode> spoil) {
        return new Reference(REPORT, 0) {
            @Override
            Resource make(ObjectNode desired, Context context) {
                Resource resource = super.make(desired, context);
                spoil.accept(resource.properties);
                return resource;
            }

            @Override
            void apply(Resource resource, Update request) {
                super.apply(resource, request);
                spoil.accept(resource.properties);
            }
        };
    }

    private static Consumer<ObjectNode> chapters(Function<List<JsonNode>, Iterable<JsonNode>> other) {
        return model -> {
            if (model.path("Chapters") instanceof ArrayNode list) {
                List<JsonNode> items = new ArrayList<>(list.values());
                ArrayNode kept = model.putArray("Chapters");
                other.apply(items).forEach(kept::add);
            }
        };
    }

    private static List<JsonNode> sorted(List<JsonNode> items) {
        return items.stream()
                .sorted(java.util.Comparator.comparing(JsonNode::stringValue))
                .toList();
    }

    private static Mutant kept(String name, Consumer<ObjectNode> spoil) {
        return Mutant.of(name, () -> keeping(spoil), CREATE_RETURNS_REQUEST, UPDATE_RETURNS_REQUEST);
    }

    static final List<Mutant> VALUES = List.of(
            kept("a number is cut to a byte", model -> {
                if (model.path("Pages").asInt(0) > 255) {
                    model.put("Pages", Math.max(1, model.path("Pages").asInt() & 0xFF));
                }
            }),
            kept("an ordered list is sorted", chapters(SubtleMutants::sorted)),
            kept("an ordered list is turned round", chapters(List::reversed)),
            kept(
                    "an ordered list loses its last item",
                    chapters(items -> items.subList(0, Math.max(0, items.size() - 1)))),
            kept("a map loses all keys but one", model -> {
                if (model.path("Labels") instanceof ObjectNode labels) {
                    List.copyOf(labels.propertyNames()).stream().skip(1).forEach(labels::remove);
                }
            }),
            kept("what is nested loses a value", model -> {
                if (model.path("Settings") instanceof ObjectNode settings && settings.size() > 1) {
                    settings.remove("Color");
                }
            }));

    static final List<Mutant> OTHERS = List.of(
            Mutant.of(
                    "a fraction is cut off",
                    () -> keeping(model -> {
                        if (model.path("Settings") instanceof ObjectNode settings && settings.has("Width")) {
                            settings.put("Width", (int) settings.path("Width").doubleValue());
                        }
                    }),
                    UPDATE_RETURNS_REQUEST,
                    CREATE_RETURNS_REQUEST),
            Mutant.of(
                    "create throws what is no failure where there is one",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            try {
                                super.refuseNamesake(desired);
                            } catch (HandlerException exists) {
                                throw new IllegalStateException("a duplicate key", exists);
                            }
                        }
                    },
                    CREATE_ALREADY_EXISTS),
            Mutant.of(
                    "create in progress loses the identifier later",
                    () -> new Reference(REPORT, 3) {
                        @Override
                        ObjectNode creating(Resource resource, int step) {
                            ObjectNode model = super.creating(resource, step);
                            return step == 0 ? model : model.without("Id");
                        }
                    },
                    CREATE_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "create takes the place of what was made before",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            if (!byToken.containsKey(context.token())) {
                                resources.clear();
                            }
                            return super.create(request, context);
                        }
                    },
                    CREATE_OTHERS,
                    CREATE_LISTED,
                    CREATE_READABLE),
            Mutant.of(
                    "update answers what was before",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress update(Update request, Context context) {
                            ObjectNode before = shown(find(request.identifier()));
                            super.update(request, context);
                            return Progress.done(before);
                        }
                    },
                    UPDATE_RETURNS_REQUEST,
                    UPDATE_REPLACES),
            Mutant.of(
                    "update answers another read-only value than there is",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        ObjectNode updated(Resource resource) {
                            return super.updated(resource).put("Arn", "arn:acme:report/other");
                        }
                    },
                    UPDATE_COMPLETE),
            Mutant.of(
                    "what was updated is listed no more",
                    () -> new Reference(REPORT, 0) {
                        private final Set<String> changed = new HashSet<>();

                        @Override
                        void apply(Resource resource, Update request) {
                            super.apply(resource, request);
                            changed.add(resource.id);
                        }

                        @Override
                        List<String> listed(Query query) {
                            return super.listed(query).stream()
                                    .filter(id -> !changed.contains(id))
                                    .toList();
                        }
                    },
                    CREATE_LISTED,
                    UPDATE_NO_NEW_RESOURCE));

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>(VALUES);
        all.addAll(OTHERS);
        return all;
    }
}
