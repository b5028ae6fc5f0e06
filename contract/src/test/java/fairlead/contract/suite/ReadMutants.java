package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Handlers whose read breaks a rule, or all of whose models do.
final class ReadMutants {

    private ReadMutants() {}

    private static Reference reading(Design design, Consumer<ObjectNode> spoil) {
        return new Reference(design, 0) {
            @Override
            ObjectNode read(Resource resource) {
                ObjectNode model = super.read(resource);
                spoil.accept(model);
                return model;
            }
        };
    }

    private static Reference everywhere(Design design, Consumer<ObjectNode> spoil) {
        return new Reference(design, 0) {
            private ObjectNode spoilt(ObjectNode model) {
                spoil.accept(model);
                return model;
            }

            @Override
            ObjectNode created(Resource resource) {
                return spoilt(super.created(resource));
            }

            @Override
            ObjectNode read(Resource resource) {
                return spoilt(super.read(resource));
            }

            @Override
            ObjectNode updated(Resource resource) {
                return spoilt(super.updated(resource));
            }
        };
    }

    /// Another way to find resources that are asked for.
    private interface Finding {
        Progress read(Reference handler, Read request, Progress.Failed absent);
    }

    private static Reference absent(Design design, Finding finding) {
        return new Reference(design, 0) {
            @Override
            public synchronized Progress read(Read request, Context context) {
                if (lookup(request.identifier()).isPresent()) {
                    return super.read(request, context);
                }
                return finding.read(this, request, new Progress.Failed(ErrorCode.NOT_FOUND, "Nothing there."));
            }
        };
    }

    private static Reference answering(Design design, java.util.function.UnaryOperator<Progress> other) {
        return new Reference(design, 0) {
            @Override
            public synchronized Progress read(Read request, Context context) {
                return other.apply(super.read(request, context));
            }
        };
    }

    static final List<Mutant> MODELS = List.of(
            Mutant.of(
                    "read answers a null",
                    () -> reading(REPORT, m -> m.putNull(m.has("Note") ? "Draft" : "Note")),
                    NO_NULLS),
            Mutant.of(
                    "read answers an unknown property",
                    () -> reading(REPORT, m -> m.put("Surprise", true)),
                    READ_MODEL_SHAPE),
            Mutant.of(
                    "read answers a text for a number",
                    () -> reading(BUCKET, m -> m.put("Public", "no")),
                    READ_MODEL_SHAPE),
            Mutant.of(
                    "read answers what breaks a pattern",
                    () -> reading(REPORT, m -> m.put("Arn", "unknown")),
                    READ_MODEL_SHAPE),
            Mutant.of(
                    "read answers too long a text",
                    () -> reading(REPORT, m -> m.put("Title", "x".repeat(41))),
                    READ_MODEL_SHAPE),
            Mutant.of("read answers the secret", () -> reading(BUCKET, m -> m.put("Password", "1234")), NO_WRITE_ONLY),
            Mutant.of("read lacks the identifier", () -> reading(REPORT, m -> m.remove("Id")), READ_PRIMARY_IDENTIFIER),
            Mutant.of(
                    "read answers another identifier",
                    () -> reading(REPORT, m -> m.put("Id", "report-0000beef")),
                    READ_PRIMARY_IDENTIFIER),
            Mutant.of("read lacks a read-only property", () -> reading(REPORT, m -> m.remove("Arn")), READ_COMPLETE),
            Mutant.of("read lacks a default", () -> reading(REPORT, m -> m.remove("Pages")), READ_COMPLETE),
            Mutant.of("read lacks a property", () -> reading(REPORT, m -> m.remove("Title")), READ_COMPLETE),
            Mutant.of("read lacks tags", () -> reading(REPORT, m -> m.remove("Tags")), READ_COMPLETE),
            Mutant.of(
                    "read has another value",
                    () -> reading(REPORT, m -> m.put("Title", "other")),
                    READ_COMPLETE,
                    CREATE_DESIRED_STATE,
                    UPDATE_DESIRED_STATE),
            Mutant.of("read is an echo", () -> reading(REPORT, m -> m.retain("Id")), READ_COMPLETE),
            Mutant.of(
                    "read of what can't change is an echo",
                    () -> reading(ENTRY, m -> m.retain("Zone", "Number")),
                    READ_COMPLETE),
            Mutant.of(
                    "every model has a null",
                    () -> everywhere(REPORT, m -> {
                        if (!m.has("Note")) {
                            m.putNull("Note");
                        }
                    }),
                    NO_NULLS),
            Mutant.of(
                    "every model has an unknown property",
                    () -> everywhere(REPORT, m -> m.put("Surprise", "!")),
                    CREATE_MODEL_SHAPE,
                    READ_MODEL_SHAPE,
                    UPDATE_MODEL_SHAPE),
            Mutant.of(
                    "every model has a text for a number",
                    () -> everywhere(BUCKET, m -> {
                        if (m.has("Quota")) {
                            m.put("Quota", m.path("Quota").asString());
                        }
                    }),
                    CREATE_MODEL_SHAPE,
                    READ_MODEL_SHAPE,
                    UPDATE_MODEL_SHAPE),
            Mutant.of(
                    "every model has a list for a text",
                    () -> everywhere(REPORT, m -> m.putArray("Title").add("t")),
                    CREATE_MODEL_SHAPE,
                    READ_MODEL_SHAPE,
                    UPDATE_MODEL_SHAPE),
            Mutant.of(
                    "every identifier breaks its pattern",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        Resource make(ObjectNode desired, Context context) {
                            Resource resource = super.make(desired, context);
                            return new Resource(
                                    resource.id.toUpperCase(Locale.ROOT), resource.serial, resource.properties);
                        }
                    },
                    CREATE_MODEL_SHAPE,
                    READ_MODEL_SHAPE,
                    UPDATE_MODEL_SHAPE,
                    LIST_IDENTIFIERS),
            Mutant.of(
                    "every model has a null for what it was asked for",
                    () -> everywhere(REPORT, m -> m.putNull(m.has("Note") ? "Note" : "Title")),
                    NO_NULLS,
                    CREATE_RETURNS_REQUEST,
                    UPDATE_RETURNS_REQUEST),
            Mutant.of(
                    "every model has the secret", () -> everywhere(REPORT, m -> m.put("Secret", "s")), NO_WRITE_ONLY));

    static final List<Mutant> ANSWERS = List.of(
            Mutant.of(
                    "read is IN_PROGRESS",
                    () -> answering(
                            REPORT,
                            a -> a instanceof Progress.Done(var m)
                                    ? Progress.again(m, Duration.ZERO, JsonNodeFactory.instance.objectNode())
                                    : a),
                    READ_SYNCHRONOUS),
            Mutant.of("read answers without a model", () -> answering(REPORT, _ -> Progress.gone()), READ_MODEL_SHAPE),
            Mutant.of(
                    "read hangs",
                    () -> answering(REPORT, _ -> {
                        throw Hang.forGood();
                    }),
                    READ_DEADLINE),
            Mutant.of(
                    "read of nothing answers an echo",
                    () -> absent(BUCKET, (_, r, _) -> Progress.done(r.identifier())),
                    READ_NOT_FOUND),
            Mutant.of(
                    "read of nothing is a server error",
                    () -> absent(
                            REPORT, (_, _, a) -> Progress.failed(ErrorCode.GENERAL_SERVICE_EXCEPTION, a.message())),
                    READ_NOT_FOUND),
            Mutant.of(
                    "read of nothing is an invalid request",
                    () -> absent(BUCKET, (_, _, a) -> Progress.failed(ErrorCode.INVALID_REQUEST, a.message())),
                    READ_NOT_FOUND),
            Mutant.of(
                    "read of nothing throws",
                    () -> absent(REPORT, (_, _, _) -> {
                        throw new IllegalStateException("null");
                    }),
                    READ_NOT_FOUND),
            Mutant.of(
                    "read of nothing has no message",
                    () -> absent(REPORT, (_, _, a) -> Progress.failed(a.code(), "")),
                    FAILURE_MESSAGE),
            Mutant.of(
                    "read of nothing succeeds without a model",
                    () -> absent(ENTRY, (_, _, _) -> Progress.gone()),
                    READ_MODEL_SHAPE,
                    READ_NOT_FOUND));

    static final List<Mutant> IDENTIFIERS = List.of(
            Mutant.of(
                    "read needs the whole model",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            if (lookup(request.identifier()).isPresent()
                                    && !request.identifier().has("Title")) {
                                throw new HandlerException(ErrorCode.INVALID_REQUEST, "A title is needed.");
                            }
                            return super.read(request, context);
                        }
                    },
                    READ_IDENTIFIER_ONLY),
            Mutant.of(
                    "read needs the alias, too",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            if (lookup(request.identifier()).isPresent()
                                    && !request.identifier().has("Alias")) {
                                throw notFound();
                            }
                            return super.read(request, context);
                        }
                    },
                    READ_IDENTIFIER_ONLY),
            Mutant.of(
                    "read knows no additional identifiers",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        Optional<Resource> lookup(ObjectNode identifier) {
                            return identifier.has("Id") ? super.lookup(identifier) : Optional.empty();
                        }
                    },
                    READ_ADDITIONAL_IDENTIFIERS),
            Mutant.of(
                    "read by alias throws",
                    () -> new Reference(BUCKET, 0) {
                        @Override
                        Optional<Resource> lookup(ObjectNode identifier) {
                            if (!identifier.has("Name")) {
                                throw new IllegalStateException("no name");
                            }
                            return super.lookup(identifier);
                        }
                    },
                    READ_ADDITIONAL_IDENTIFIERS),
            Mutant.of(
                    "read ignores half of the identifier",
                    () -> new Reference(ENTRY, 0) {
                        @Override
                        public synchronized Progress read(Read request, Context context) {
                            return resources.values().stream()
                                    .filter(resource -> resource.properties
                                            .path("Zone")
                                            .equals(request.identifier().path("Zone")))
                                    .findFirst()
                                    .map(resource -> Progress.done(read(resource)))
                                    .orElseThrow(Reference::notFound);
                        }
                    },
                    READ_PRIMARY_IDENTIFIER,
                    CREATE_READABLE,
                    LIST_READABLE));

    static List<Mutant> all() {
        return java.util.stream.Stream.of(MODELS, ANSWERS, IDENTIFIERS)
                .flatMap(List::stream)
                .toList();
    }
}
