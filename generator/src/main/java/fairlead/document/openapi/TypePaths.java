package fairlead.document.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The paths of one type: the resource, its list in a group or under a parent, and its list in a subscription.
final class TypePaths {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ApiType type;
    private final String name;

    TypePaths(ApiType type) {
        this.type = type;
        this.name = type.component();
    }

    Map<String, ObjectNode> all() {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        if (!type.nested()) {
            String inSubscription = "/subscriptions/{subscriptionId}/providers/" + type.namespace() + "/"
                    + type.types().getFirst();
            all.put(inSubscription, list("ListBySubscription", false, List.of()));
        }
        int last = type.types().size() - 1;
        String kind = type.nested() ? "ListByParent" : "ListByResourceGroup";
        all.put(type.list(), list(kind, true, type.parameters().subList(0, last)));
        all.put(type.path(), resource());
        all.put(type.path() + "/cancel", cancel());
        all.put(type.path() + "/whatIf", whatIf());
        all.put(type.path() + "/skus", skus());
        type.actions().forEach(action -> all.put(type.path() + "/" + action.name(), act(action)));
        return all;
    }

    private ObjectNode item(boolean inGroup, List<String> names) {
        ObjectNode item = NODES.objectNode();
        ArrayNode parameters = item.putArray("parameters");
        parameters.add(parameter("subscriptionId"));
        if (inGroup) {
            parameters.add(parameter("resourceGroupName"));
        }
        for (String given : names) {
            ObjectNode parameter = parameters.addObject().put("name", given).put("in", "path");
            parameter.put("required", true);
            parameter
                    .putObject("schema")
                    .put("type", "string")
                    .put("minLength", 1)
                    .put("maxLength", 260);
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

    private ObjectNode list(String kind, boolean inGroup, List<String> names) {
        ObjectNode item = item(inGroup, names);
        ObjectNode get = operation(item, "get", kind, "List the resources of the type.");
        get.putArray("parameters").add(parameter("top")).add(parameter("skipToken"));
        body(response(get, "200", "A page of resources."), name + ".List");
        return item;
    }

    private ObjectNode resource() {
        ObjectNode item = item(true, type.parameters());
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
        ObjectNode item = item(true, type.parameters());
        ObjectNode post = operation(item, "post", "Cancel", "Ask what is under way on a resource to stop.");
        responses(post).putObject("202").put("$ref", "#/components/responses/Accepted");
        return item;
    }

    private ObjectNode whatIf() {
        ObjectNode item = item(true, type.parameters());
        ObjectNode post = operation(item, "post", "WhatIf", "Ask what a PUT or PATCH would do. Nothing is done.");
        conditions(post);
        ObjectNode method =
                post.withArray("parameters").addObject().put("name", "method").put("in", "query");
        method.putObject("schema")
                .put("type", "string")
                .put("default", "put")
                .putArray("enum")
                .add("put")
                .add("patch");
        request(post, name + ".Changes");
        response(post, "200", "What would happen.")
                .putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/Forecast");
        return item;
    }

    private ObjectNode skus() {
        ObjectNode item = item(true, type.parameters());
        ObjectNode get = operation(item, "get", "ListSkus", "List the SKUs that a resource could have.");
        response(get, "200", "The SKUs; none for a type without.")
                .putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/SkuList");
        return item;
    }

    private ObjectNode act(ApiType.Action action) {
        ObjectNode item = item(true, type.parameters());
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
            responses(post).putObject("202").put("$ref", "#/components/responses/Accepted");
        }
        return item;
    }

    private void put(ObjectNode item) {
        ObjectNode put = operation(item, "put", "CreateOrUpdate", "Make a resource, or replace what it is to be.");
        conditions(put);
        request(put, name + ".Input");
        following(tagged(put, "200", "The resource, which is changed or about to be."));
        following(tagged(put, "201", "The resource, which is made or about to be."));
    }

    private void patch(ObjectNode item) {
        ObjectNode patch = operation(item, "patch", "Update", "Change some of what a resource is to be.");
        conditions(patch);
        request(patch, name + ".Changes");
        following(tagged(patch, "200", "The resource, which is changed or about to be."));
        if (type.acceptedPatch()) {
            responses(patch).putObject("202").put("$ref", "#/components/responses/Accepted");
        }
    }

    private void delete(ObjectNode item) {
        ObjectNode delete = operation(item, "delete", "Delete", "Delete a resource.");
        conditions(delete);
        response(delete, "200", "It is deleted.");
        responses(delete).putObject("202").put("$ref", "#/components/responses/Accepted");
        response(delete, "204", "There was none.");
    }

    private ObjectNode operation(ObjectNode item, String method, String id, String summary) {
        ObjectNode operation = item.putObject(method);
        operation.put("operationId", type.operation() + "_" + id);
        operation.put("summary", summary);
        operation.putArray("tags").add(type.schema().typeName().toString());
        responses(operation).putObject("default").put("$ref", "#/components/responses/Error");
        return operation;
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
        operation.putArray("parameters").add(parameter("If-Match")).add(parameter("If-None-Match"));
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
