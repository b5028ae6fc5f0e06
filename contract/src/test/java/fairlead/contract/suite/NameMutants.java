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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Handlers that take one name for another: for one that is almost the same, has a part in common, or is of another
/// kind.
final class NameMutants {

    private NameMutants() {}

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>(PARTS);
        all.addAll(BEGINNINGS);
        all.addAll(KINDS);
        return all;
    }

    /// How a resource is found, where a mutant has a way of its own.
    private interface Search {
        Optional<Reference.Resource> find(Reference handler, ObjectNode name);
    }

    private static Reference finding(Design design, String named, Search search) {
        return new Reference(design, 0) {
            @Override
            Optional<Resource> lookup(ObjectNode name) {
                return name.has(named) ? search.find(this, name) : super.lookup(name);
            }
        };
    }

    private static Reference deleting(Design design, String named, Search search) {
        return new Reference(design, 0) {
            @Override
            public synchronized Progress delete(Delete request, Context context) {
                if (!request.identifier().has(named)) {
                    return super.delete(request, context);
                }
                remove(search.find(this, request.identifier()).orElseThrow(Reference::notFound));
                return Progress.gone();
            }
        };
    }

    /// Deletes more than it is asked for.
    private static Reference removing(Design design, Function<String, String> beginning) {
        return new Reference(design, 0) {
            @Override
            void remove(Resource resource) {
                super.remove(resource);
                resources.keySet().removeIf(id -> id.startsWith(beginning.apply(resource.id)));
            }
        };
    }

    private static Optional<Reference.Resource> endingWith(Reference handler, String part) {
        return handler.resources.values().stream()
                .filter(resource -> resource.id.endsWith("|" + part))
                .findFirst();
    }

    private static Optional<Reference.Resource> beginningWith(Reference handler, String name) {
        return Optional.ofNullable(handler.resources.ceilingEntry(name))
                .map(Map.Entry::getValue)
                .filter(resource -> resource.id.startsWith(name));
    }

    private static String zone(String id) {
        return id.substring(0, id.indexOf('|') + 1);
    }

    private static final Search SERVICES_HALF =
            (handler, name) -> endingWith(handler, name.path("PeeringId").asString());

    private static final List<Mutant> PARTS = List.of(
            Mutant.of(
                    "a read goes by one of two parts",
                    () -> finding(PEERING, "PeeringId", SERVICES_HALF),
                    READ_NOT_FOUND,
                    UPDATE_NOT_FOUND,
                    DELETE_NOT_FOUND),
            Mutant.of(
                    "a read goes by one of two parts and says the other again",
                    () -> new Reference(PEERING, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            ObjectNode name = request.identifier();
                            boolean primary = name.has("PeeringId");
                            Optional<Resource> resource = primary ? SERVICES_HALF.find(this, name) : lookup(name);
                            ObjectNode model = read(resource.orElseThrow(Reference::notFound));
                            return Progress.done(primary ? model.setAll(name) : model);
                        }
                    },
                    READ_NOT_FOUND),
            Mutant.of(
                    "a delete goes by one of two parts",
                    () -> deleting(PEERING, "PeeringId", SERVICES_HALF),
                    DELETE_NOT_FOUND,
                    DELETE_OTHERS),
            Mutant.of(
                    "a delete of a record goes by its priority",
                    () -> deleting(
                            RECORD,
                            "Priority",
                            (handler, name) ->
                                    endingWith(handler, name.path("Priority").asString())),
                    DELETE_NOT_FOUND,
                    DELETE_OTHERS),
            Mutant.of(
                    "a delete of a record removes the zone", () -> removing(RECORD, NameMutants::zone), DELETE_OTHERS),
            Mutant.of(
                    "a record takes the place of the zone's others",
                    () -> new Reference(RECORD, 0) {
                        @Override
                        void refuseNamesake(ObjectNode desired) {
                            super.refuseNamesake(desired);
                            String zone = desired.path("Zone").asString();
                            resources.keySet().removeIf(id -> id.startsWith(zone + "|"));
                        }
                    },
                    CREATE_OTHERS),
            Mutant.of(
                    "a read by another identifier goes by its first part",
                    () -> finding(
                            PEERING,
                            "Owner",
                            (handler, name) -> handler.resources.values().stream()
                                    .filter(resource ->
                                            resource.properties.path("Owner").equals(name.path("Owner")))
                                    .findFirst()),
                    READ_ADDITIONAL_IDENTIFIERS,
                    READ_NOT_FOUND));

    private static final List<Mutant> BEGINNINGS = List.of(
            Mutant.of(
                    "a read finds what begins with the name",
                    () -> finding(
                            BUCKET,
                            "Name",
                            (handler, name) ->
                                    beginningWith(handler, name.path("Name").asString())),
                    READ_NOT_FOUND,
                    DELETE_OTHERS,
                    DELETE_GONE),
            Mutant.of(
                    "a delete removes what begins with the name", () -> removing(BUCKET, name -> name), DELETE_OTHERS),
            Mutant.of(
                    "a name is no more than its first letters",
                    () -> finding(BUCKET, "Name", (handler, name) -> {
                        String whole = name.path("Name").asString();
                        return beginningWith(handler, whole.substring(0, Math.min(5, whole.length())));
                    }),
                    READ_NOT_FOUND,
                    DELETE_OTHERS,
                    DELETE_GONE));

    private static Reference deletingOtherwise(Design design, String primary, Progress otherwise) {
        return new Reference(design, 0) {
            @Override
            public synchronized Progress delete(Delete request, Context context) {
                return request.identifier().has(primary) ? super.delete(request, context) : otherwise;
            }
        };
    }

    /// Another answer to an alias that no resource has.
    private static Reference unknownAlias(Function<Reference, Optional<Reference.Resource>> answer) {
        return new Reference(BUCKET, 0) {
            @Override
            Optional<Resource> lookup(ObjectNode name) {
                return super.lookup(name).or(() -> name.has("Name") ? Optional.empty() : answer.apply(this));
            }
        };
    }

    private static final List<Mutant> KINDS = List.of(
            Mutant.of(
                    "a delete by an alias is an invalid request",
                    () -> deletingOtherwise(
                            BUCKET, "Name", Progress.failed(ErrorCode.INVALID_REQUEST, "The name is missing.")),
                    DELETE_IDENTIFIER_ONLY),
            Mutant.of(
                    "a delete by an additional identifier finds nothing",
                    () -> deletingOtherwise(REPORT, "Id", Progress.failed(ErrorCode.NOT_FOUND, "There is none.")),
                    DELETE_IDENTIFIER_ONLY),
            Mutant.of(
                    "a delete by an additional identifier does nothing",
                    () -> deletingOtherwise(REPORT, "Id", Progress.gone()),
                    DELETE_IDENTIFIER_ONLY),
            Mutant.of(
                    "a read by an unknown alias is a server error",
                    () -> unknownAlias(_ -> {
                        throw new HandlerException(ErrorCode.SERVICE_INTERNAL_ERROR, "Oops.");
                    }),
                    DELETE_GONE),
            Mutant.of(
                    "a read by an unknown alias finds any",
                    () -> unknownAlias(
                            handler -> handler.resources.values().stream().findFirst()),
                    READ_NOT_FOUND),
            Mutant.of(
                    "equal inputs are one resource",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress create(Create request, Context context) {
                            resources.values().stream()
                                    .filter(resource -> resource.properties.equals(request.desired()))
                                    .findFirst()
                                    .ifPresent(resource -> byToken.putIfAbsent(context.token(), resource));
                            return super.create(request, context);
                        }
                    },
                    CREATE_ALREADY_EXISTS));
}
