package fairlead.document.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The paths of one type behind one kind of place: the resource, its actions, and the lists.
final class TypePaths {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ApiType type;
    private final Place place;
    private final String name;

    private TypePaths(ApiType type, Place place) {
        this.type = type;
        this.place = place;
        this.name = type.component();
    }

    /// What the addresses of a type are behind.
    ///
    /// @param path of the place
    /// @param parameters of that path, all of them components
    /// @param suffix of the ids of operations; empty for the only place of a type
    private record Place(String path, List<String> parameters, String suffix) {

        static final Place GROUP = new Place(
                "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}",
                List.of("subscriptionId", "resourceGroupName"),
                "");

        /// What can be extended.
        static final List<Place> ALL = List.of(
                new Place("/subscriptions/{subscriptionId}", List.of("subscriptionId"), "AtSubscription"),
                new Place(GROUP.path, GROUP.parameters, "AtResourceGroup"),
                new Place("/{scope}", List.of("scope"), "AtResource"));
    }

    static Map<String, ObjectNode> all(ApiType type) {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        if (type.kind() == ApiType.Kind.EXTENSION) {
            Place.ALL.forEach(place -> all.putAll(new TypePaths(type, place).extending()));
        } else {
            all.putAll(new TypePaths(type, Place.GROUP).inGroup());
        }
        return all;
    }

    /// Each address once: what extends anything is behind the scope, which may be a group or a subscription, too.
    static Map<String, ObjectNode> distinct(ApiType type) {
        return type.kind() == ApiType.Kind.EXTENSION ? new TypePaths(type, Place.ALL.getLast()).extending() : all(type);
    }

    private Map<String, ObjectNode> inGroup() {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        if (!type.nested()) {
            String inSubscription = "/subscriptions/{subscriptionId}/providers/" + type.namespace() + "/"
                    + type.types().getFirst();
            all.put(inSubscription, list("ListBySubscription", item(List.of("subscriptionId"), List.of())));
        }
        int last = type.types().size() - 1;
        String kind = type.nested() ? "ListByParent" : "ListByResourceGroup";
        all.put(place.path + type.list(), list(kind, item(type.parameters().subList(0, last))));
        all.putAll(one());
        all.put(path() + "/skus", skus());
        all.put(path() + "/drift", drift());
        all.put(path() + "/detectDrift", detectDrift());
        return all;
    }

    private Map<String, ObjectNode> extending() {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        all.put(place.path + type.list(), list("List", item(List.of())));
        all.putAll(one());
        return all;
    }

    private Map<String, ObjectNode> one() {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        all.put(path(), resource());
        all.put(path() + "/cancel", cancel());
        all.put(path() + "/whatIf", whatIf());
        type.actions().forEach(action -> all.put(path() + "/" + action.name(), act(action)));
        return all;
    }

    /// The path of one resource, with a parameter for each name.
    private String path() {
        return place.path + type.list() + "/{" + type.parameters().getLast() + "}";
    }

    private ObjectNode item(List<String> names) {
        return item(place.parameters, names);
    }

    private ObjectNode item(List<String> shared, List<String> names) {
        ObjectNode item = NODES.objectNode();
        ArrayNode parameters = item.putArray("parameters");
        shared.forEach(known -> parameters.add(parameter(known)));
        for (int i = 0; i < names.size(); i++) {
            ObjectNode parameter =
                    parameters.addObject().put("name", names.get(i)).put("in", "path");
            parameter.put("required", true);
            parameter.set("schema", type.nameOf(i));
        }
        parameters
                .addObject()
                .put("name", "api-version")
                .put("in", "query")
                .put("required", true)
                .putObject("schema")
                .put("type", "string")
                .putArray("enum")
                .add(type.apiVersion());
        return item;
    }

    private ObjectNode list(String kind, ObjectNode item) {
        ObjectNode get = operation(item, "get", kind, "List the resources of the type.");
        ArrayNode parameters = get.putArray("parameters").add(parameter("top")).add(parameter("skipToken"));
        if (type.recorded()) {
            parameters.add(parameter("filter"));
        }
        body(response(get, "200", "A page of resources."), name + ".List");
        get.putObject("x-ms-pageable").put("nextLinkName", "nextLink");
        return item;
    }

    private ObjectNode resource() {
        ObjectNode item = item(type.parameters());
        ObjectNode get = operation(item, "get", "Get", "Read a resource.");
        tagged(get, "200", "The resource.");
        ObjectNode head = operation(item, "head", "CheckExistence", "Ask whether a resource is there.");
        response(head, "204", "It is there.");
        response(head, "404", "It is not there.");
        put(item);
        patch(item);
        delete(item);
        return item;
    }

    private ObjectNode cancel() {
        ObjectNode item = item(type.parameters());
        ObjectNode post = operation(item, "post", "Cancel", "Ask what is under way on a resource to stop.");
        accepted(post, "location");
        return item;
    }

    private ObjectNode whatIf() {
        ObjectNode item = item(type.parameters());
        ObjectNode post =
                operation(item, "post", "WhatIf", "Ask what a PUT, PATCH or DELETE would do. Nothing is done.");
        conditions(post);
        options(post);
        ObjectNode method =
                post.withArray("parameters").addObject().put("name", "method").put("in", "query");
        method.putObject("schema")
                .put("type", "string")
                .put("default", "put")
                .putArray("enum")
                .add("put")
                .add("patch")
                .add("delete");
        request(post, name + ".Changes");
        response(post, "200", "What would happen.")
                .putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/Forecast");
        return item;
    }

    private ObjectNode skus() {
        ObjectNode item = item(type.parameters());
        ObjectNode get = operation(item, "get", "ListSkus", "List the SKUs that a resource could have.");
        response(get, "200", "The SKUs; none for a type without.")
                .putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/SkuList");
        get.putObject("x-ms-pageable").putNull("nextLinkName");
        return item;
    }

    private ObjectNode drift() {
        ObjectNode item = item(type.parameters());
        drift(operation(item, "get", "GetDrift", "Tell what the last look at a resource has found."));
        ObjectNode patch = operation(item, "patch", "UpdateDrift", "Say what happens when a resource has drifted.");
        request(patch, "Drift.Changes");
        drift(patch);
        return item;
    }

    private ObjectNode detectDrift() {
        ObjectNode item = item(type.parameters());
        drift(operation(item, "post", "DetectDrift", "Look whether a resource still is what was asked for."));
        return item;
    }

    private void drift(ObjectNode operation) {
        body(response(operation, "200", "What is known."), "Drift");
    }

    private ObjectNode act(ApiType.Action action) {
        ObjectNode item = item(type.parameters());
        String id = action.name().substring(0, 1).toUpperCase(Locale.ROOT)
                + action.name().substring(1);
        String summary = action.description().isEmpty() ? "Carry out " + action.name() + "." : action.description();
        ObjectNode post = operation(item, "post", "Act_" + id, summary);
        if (action.input().isPresent()) {
            request(post, action.component(type, "Input"));
        }
        if (action.output().isPresent()) {
            body(response(post, "200", "It is done."), action.component(type, "Output"));
        } else {
            response(post, "204", "It is done.");
        }
        if (action.async()) {
            accepted(post, "location");
        }
        return item;
    }

    private void put(ObjectNode item) {
        ObjectNode put = operation(item, "put", "CreateOrUpdate", "Make a resource, or replace what it is to be.");
        conditions(put);
        options(put);
        request(put, name + ".Input");
        following(tagged(put, "200", "The resource, which is changed or about to be."));
        following(tagged(put, "201", "The resource, which is made or about to be."));
        goesOn(put, "azure-async-operation");
    }

    private void patch(ObjectNode item) {
        ObjectNode patch = operation(item, "patch", "Update", "Change some of what a resource is to be.");
        conditions(patch);
        options(patch);
        request(patch, name + ".Changes");
        following(tagged(patch, "200", "The resource, which is changed or about to be."));
        if (type.acceptedPatch()) {
            accepted(patch, "azure-async-operation");
        }
        goesOn(patch, "azure-async-operation");
    }

    private void delete(ObjectNode item) {
        ObjectNode delete = operation(item, "delete", "Delete", "Delete a resource.");
        conditions(delete);
        response(delete, "200", "It is deleted.");
        accepted(delete, "location");
        response(delete, "204", "There was none.");
    }

    private ObjectNode operation(ObjectNode item, String method, String id, String summary) {
        ObjectNode operation = item.putObject(method);
        operation.put("operationId", type.operation() + "_" + id + place.suffix);
        operation.put("summary", summary);
        operation.putArray("tags").add(type.schema().typeName().toString());
        responses(operation).putObject("default").put("$ref", "#/components/responses/Error");
        return operation;
    }

    private static void accepted(ObjectNode operation, String followed) {
        responses(operation).putObject("202").put("$ref", "#/components/responses/Accepted");
        goesOn(operation, followed);
    }

    /// Tells generators of clients that the operation may go on after its answer.
    ///
    /// @param followed by which header
    private static void goesOn(ObjectNode operation, String followed) {
        operation.put("x-ms-long-running-operation", true);
        operation.putObject("x-ms-long-running-operation-options").put("final-state-via", followed);
    }

    private static ObjectNode responses(ObjectNode operation) {
        return operation.get("responses") instanceof ObjectNode known ? known : operation.putObject("responses");
    }

    private static ObjectNode response(ObjectNode operation, String status, String description) {
        return responses(operation).putObject(status).put("description", description);
    }

    private ObjectNode tagged(ObjectNode operation, String status, String description) {
        ObjectNode response = response(operation, status, description);
        header(response.putObject("headers"), "ETag");
        body(response, name);
        return response;
    }

    private static void following(ObjectNode response) {
        if (response.get("headers") instanceof ObjectNode headers) {
            header(headers, "Azure-AsyncOperation");
            header(headers, "Retry-After");
        }
    }

    private static void header(ObjectNode headers, String name) {
        headers.putObject(name).put("$ref", "#/components/headers/" + name);
    }

    private static void conditions(ObjectNode operation) {
        operation
                .putArray("parameters")
                .add(parameter("If-Match"))
                .add(parameter("If-None-Match"))
                .add(parameter("x-fairlead-plan"));
    }

    private static void options(ObjectNode operation) {
        for (ChangeOption option : ChangeOption.values()) {
            operation.withArray("parameters").add(option.parameter());
        }
    }

    private static void request(ObjectNode operation, String component) {
        body(operation.putObject("requestBody").put("required", true), component);
    }

    private static void body(ObjectNode holder, String component) {
        ObjectNode media = holder.putObject("content").putObject("application/json");
        media.set("schema", TypeSchemas.reference(component));
    }

    private static ObjectNode parameter(String name) {
        return NODES.objectNode().put("$ref", "#/components/parameters/" + name);
    }
}
