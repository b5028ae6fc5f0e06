package fairlead.host.wire;

import fairlead.handler.Act;
import fairlead.handler.Client;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.Tags;
import fairlead.handler.Trace;
import fairlead.handler.Update;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// A call of a handler, as a document: what is asked for, and what surrounds it.
public sealed interface Call {

    record OfCreate(Create request) implements Call {}

    record OfRead(Read request) implements Call {}

    record OfUpdate(Update request) implements Call {}

    record OfDelete(Delete request) implements Call {}

    record OfList(Query request) implements Call {}

    record OfAct(Act request) implements Call {}

    /// The name of what is asked for, for people: `CREATE`.
    default String name() {
        return switch (this) {
            case OfCreate _ -> "CREATE";
            case OfRead _ -> "READ";
            case OfUpdate _ -> "UPDATE";
            case OfDelete _ -> "DELETE";
            case OfList _ -> "LIST";
            case OfAct(var request) -> request.action();
        };
    }

    default ObjectNode encode(Context context) {
        ObjectNode document = Json.object();
        document.set("context", encoded(context));
        ObjectNode request = switch (this) {
            case OfCreate(var create) -> {
                ObjectNode node = document.putObject("create");
                node.set("desired", create.desired());
                create.memo().ifPresent(memo -> node.set("memo", memo));
                create.reached().ifPresent(reached -> node.set("reached", reached));
                yield node;
            }
            case OfRead(var read) -> document.putObject("read").set("identifier", read.identifier());
            case OfUpdate(var update) -> {
                ObjectNode node = document.putObject("update");
                node.set("identifier", update.identifier());
                node.set("desired", update.desired());
                node.set("previous", update.previous());
                update.memo().ifPresent(memo -> node.set("memo", memo));
                yield node;
            }
            case OfDelete(var delete) -> {
                ObjectNode node = document.putObject("delete");
                node.set("identifier", delete.identifier());
                delete.memo().ifPresent(memo -> node.set("memo", memo));
                yield node;
            }
            case OfList(var query) -> {
                ObjectNode node = document.putObject("list");
                node.set("filter", query.filter());
                node.put("limit", query.limit());
                query.token().ifPresent(token -> node.put("token", token));
                yield node;
            }
            case OfAct(var act) -> {
                ObjectNode node = document.putObject("act").put("action", act.action());
                node.set("identifier", act.identifier());
                node.set("present", act.present());
                node.set("input", act.input());
                act.memo().ifPresent(memo -> node.set("memo", memo));
                yield node;
            }
        };
        assert request != null;
        return document;
    }

    static Call decode(ObjectNode document) throws Garbled {
        if (document.get("create") instanceof ObjectNode node) {
            return new OfCreate(new Create(
                    Json.object(node, "desired"),
                    Json.optionalObject(node, "memo"),
                    Json.optionalObject(node, "reached")));
        }
        if (document.get("read") instanceof ObjectNode node) {
            return new OfRead(new Read(Json.object(node, "identifier")));
        }
        if (document.get("update") instanceof ObjectNode node) {
            return new OfUpdate(new Update(
                    Json.object(node, "identifier"),
                    Json.object(node, "desired"),
                    Json.object(node, "previous"),
                    Json.optionalObject(node, "memo")));
        }
        if (document.get("delete") instanceof ObjectNode node) {
            return new OfDelete(new Delete(Json.object(node, "identifier"), Json.optionalObject(node, "memo")));
        }
        if (document.get("list") instanceof ObjectNode node) {
            return new OfList(new Query(
                    Json.object(node, "filter"), Json.number(node, "limit"), Json.optionalText(node, "token")));
        }
        if (document.get("act") instanceof ObjectNode node) {
            return new OfAct(new Act(
                    Json.text(node, "action"),
                    Json.object(node, "identifier"),
                    Json.object(node, "present"),
                    Json.object(node, "input"),
                    Json.optionalObject(node, "memo")));
        }
        throw new Garbled("no call");
    }

    private static ObjectNode encoded(Context context) {
        Trace trace = context.trace();
        ObjectNode document = Json.object()
                .put("typeName", context.typeName())
                .put("account", context.account())
                .put("region", context.region())
                .put("name", context.name())
                .put("id", context.id())
                .put("token", context.token())
                .put("attempt", context.attempt())
                .put("now", context.clock().instant().toString())
                .put("deadline", context.deadline().toString())
                .put("requestId", trace.requestId())
                .put("correlationId", trace.correlationId());
        trace.clientRequestId().ifPresent(id -> document.put("clientRequestId", id));
        trace.traceparent().ifPresent(place -> document.put("traceparent", place));
        trace.tracestate().ifPresent(state -> document.put("tracestate", state));
        document.set("tags", Json.texts(context.tags().desired()));
        document.set("previousTags", Json.texts(context.tags().previous()));
        document.set("configuration", context.configuration());
        document.set("sku", context.sku());
        return document;
    }

    /// What surrounds the call.
    ///
    /// @param system the clock of this process, by which the time goes on that the server has told
    static Context context(ObjectNode call, Client client, Clock system) throws Garbled {
        ObjectNode document = Json.object(call, "context");
        try {
            Instant now = Instant.parse(Json.text(document, "now"));
            Clock clock = Clock.offset(system, Duration.between(system.instant(), now));
            Map<String, String> tags = Json.texts(Json.object(document, "tags"));
            Map<String, String> previous = Json.texts(Json.object(document, "previousTags"));
            Trace trace = new Trace(
                    Json.text(document, "requestId"),
                    Json.text(document, "correlationId"),
                    Json.optionalText(document, "clientRequestId"),
                    Json.optionalText(document, "traceparent"),
                    Json.optionalText(document, "tracestate"));
            return Context.builder(
                            Json.text(document, "typeName"),
                            Json.text(document, "token"),
                            Instant.parse(Json.text(document, "deadline")),
                            clock)
                    .in(Json.text(document, "account"), Json.text(document, "region"))
                    .name(Json.text(document, "name"))
                    .id(Json.text(document, "id"))
                    .attempt(Json.number(document, "attempt"))
                    .tags(new Tags(tags, previous))
                    .configuration(Json.object(document, "configuration"))
                    .sku(Json.object(document, "sku"))
                    .trace(trace)
                    .client(client)
                    .build();
        } catch (DateTimeException noTime) {
            throw new Garbled("no time: " + noTime.getMessage());
        }
    }
}
