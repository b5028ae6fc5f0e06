package fairlead.server.arm.activitylog;

import fairlead.server.access.audit.EventLookup.Found;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A record as an event of Azure's activity log: "EventData" of "Activity Logs - List".
///
/// A change that goes on as an operation is `Accepted`: how it ends is told by the operation, and is no record.
record ActivityEvent(ObjectNode json) {

    /// What a filter compares, by its name in lower case.
    static final Map<String, String> COMPARED = new TreeMap<>(Map.of(
            "resourcegroupname", "resourceGroupName",
            "resourceid", "resourceId",
            "resourceuri", "resourceUri",
            "resourceprovider", "resourceProvider",
            "correlationid", "correlationId",
            "caller", "caller",
            "status", "status",
            "levels", "levels",
            "eventchannels", "eventChannels"));

    private static final String TENANT = "00000000-0000-0000-0000-000000000000";
    private static final long TICKS_OF_1970 = 621_355_968_000_000_000L;
    private static final int TICKS_A_MILLISECOND = 10_000;
    private static final String OBJECT_ID = "http://schemas.microsoft.com/identity/claims/objectidentifier";
    private static final String NAME = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name";

    /// Deeds that are done when they are recorded.
    private static final Set<String> AT_ONCE = Set.of(
            "AdoptResource", "ForgetResource", "ImportResource", "MoveResources", "PutLock", "DeleteLock", "PutGroup");

    private static final List<String> WRITES =
            List.of("Put", "Create", "Keep", "Adopt", "Import", "Add", "Set", "Copy");
    private static final List<String> DELETES = List.of("Delete", "Remove", "Forget");
    private static final List<String> READS = List.of("Read", "Lookup");

    static ActivityEvent of(Found found) {
        ObjectNode record = found.record();
        Names names = Names.of(found.resource());
        boolean failed = record.has("errorCode");
        boolean goesOn = !failed && names.isResource() && !AT_ONCE.contains(text(record, "/eventName"));
        String status = failed ? "Failed" : goesOn ? "Accepted" : "Succeeded";
        String id = text(record, "/eventID");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        authorization(json.putObject("authorization"), record, names);
        json.put("caller", text(record, "/userIdentity/userName"));
        json.put("channels", "Operation");
        claims(json.putObject("claims"), record);
        json.put("correlationId", text(record, "/correlationID"));
        json.put("description", text(record, "/errorMessage"));
        json.put("eventDataId", id);
        named(json, "eventName", goesOn ? "BeginRequest" : "EndRequest", goesOn ? "Begin request" : "End request");
        boolean security = Set.of("SignIn", "IssueToken").contains(text(record, "/eventName"));
        String category = security ? "Security" : "Administrative";
        named(json, "category", category, category);
        request(json.putObject("httpRequest"), record);
        long ticks = TICKS_OF_1970 + found.at().toEpochMilli() * TICKS_A_MILLISECOND;
        json.put("id", found.resource() + "/events/" + id + "/ticks/" + ticks);
        json.put("level", failed ? "Error" : "Informational");
        json.put("resourceGroupName", names.group());
        named(json, "resourceProviderName", names.provider(), names.provider());
        json.put("resourceId", found.resource());
        named(json, "resourceType", names.type(), names.type());
        json.put("operationId", text(record, "/requestID"));
        String operation = operation(record, names);
        named(json, "operationName", operation, operation);
        properties(json.putObject("properties"), record);
        named(json, "status", status, status);
        named(json, "subStatus", text(record, "/errorCode"), text(record, "/errorCode"));
        String time = found.at().truncatedTo(ChronoUnit.MILLIS).toString();
        json.put("eventTimestamp", time).put("submissionTimestamp", time);
        json.put("subscriptionId", text(record, "/recipientAccountId"));
        json.put("tenantId", TENANT);
        return new ActivityEvent(json);
    }

    /// Whether it is what a filter asks for.
    boolean fits(Map<String, String> equal) {
        return equal.entrySet().stream().allMatch(asked -> fits(asked.getKey(), asked.getValue()));
    }

    private boolean fits(String name, String value) {
        return switch (name) {
            case "caller" -> same("/caller", value) || same("/claims/" + OBJECT_ID.replace("/", "~1"), value);
            case "status" -> same("/status/value", value);
            case "resourceprovider" -> same("/resourceProviderName/value", value);
            // The search has these already, and knows earlier addresses of a resource.
            case "resourceid", "resourceuri", "correlationid" -> true;
            case "levels" -> isAmong("/level", value);
            // All events are of the one channel that there is.
            case "eventchannels" -> value.toLowerCase(Locale.ROOT).contains("operation");
            default -> same("/" + COMPARED.get(name), value);
        };
    }

    private boolean same(String pointer, String value) {
        return text(json, pointer).equalsIgnoreCase(value);
    }

    private boolean isAmong(String pointer, String values) {
        return List.of(values.toLowerCase(Locale.ROOT).split("\\s*,\\s*", -1))
                .contains(text(json, pointer).toLowerCase(Locale.ROOT));
    }

    private static void authorization(ObjectNode json, ObjectNode record, Names names) {
        json.put("action", operation(record, names));
        json.put("scope", text(record, "/additionalEventData/scope"));
        if (text(json, "/scope").isEmpty()) {
            json.put("scope", text(record, "/resources/0/ARN"));
        }
        String role = text(record, "/additionalEventData/role");
        if (!role.isEmpty()) {
            json.put("role", role);
        }
    }

    /// The action by which it was permitted; else the one that its name tells.
    private static String operation(ObjectNode record, Names names) {
        String action = text(record, "/additionalEventData/action");
        if (!action.isEmpty()) {
            return action;
        }
        String deed = text(record, "/eventName");
        String type = names.type().isEmpty() ? text(record, "/resources/0/type") : names.type();
        if (WRITES.stream().anyMatch(deed::startsWith)) {
            return type + "/write";
        }
        if (DELETES.stream().anyMatch(deed::startsWith)) {
            return type + "/delete";
        }
        return READS.stream().anyMatch(deed::startsWith) ? type + "/read" : type + "/" + deed + "/action";
    }

    private static void claims(ObjectNode json, ObjectNode record) {
        put(json, NAME, text(record, "/userIdentity/userName"));
        put(json, OBJECT_ID, text(record, "/userIdentity/principalId"));
        put(json, "appid", text(record, "/userIdentity/accessKeyId"));
    }

    private static void request(ObjectNode json, ObjectNode record) {
        put(json, "clientRequestId", text(record, "/clientRequestID"));
        put(json, "clientIpAddress", text(record, "/sourceIPAddress"));
        put(json, "method", text(record, "/requestParameters/method"));
        put(json, "uri", text(record, "/resources/0/ARN"));
    }

    /// Texts by name, as clients expect them.
    private static void properties(ObjectNode json, ObjectNode record) {
        json.put("deed", text(record, "/eventName"));
        put(json, "userAgent", text(record, "/userAgent"));
        put(json, "apiVersion", text(record, "/apiVersion"));
        put(json, "roleAssignment", text(record, "/additionalEventData/roleAssignment"));
        put(json, "etagBefore", text(record, "/additionalEventData/etagBefore"));
        put(json, "etagAfter", text(record, "/additionalEventData/etagAfter"));
        JsonNode changes = record.at("/additionalEventData/changes");
        if (!changes.isMissingNode()) {
            json.put("changes", changes.toString());
        }
        JsonNode times = record.at("/requestParameters/times");
        put(json, "times", times.isNumber() ? times.toString() : "");
    }

    private static void put(ObjectNode json, String name, String value) {
        if (!value.isEmpty()) {
            json.put(name, value);
        }
    }

    private static void named(ObjectNode json, String name, String value, String shown) {
        json.putObject(name).put("value", value).put("localizedValue", shown);
    }

    private static String text(ObjectNode json, String pointer) {
        return json.at(pointer).asString("");
    }

    /// What an id tells.
    ///
    /// @param type as ARM writes it, `Fairlead.Lab/things` for example
    private record Names(String group, String provider, String type, boolean isResource) {

        static Names of(String id) {
            List<String> parts = List.of(id.split("/", -1));
            String group = after(parts, "resourcegroups").orElse("");
            int last = lastOf(parts, "providers");
            if (last < 0 || last + 1 >= parts.size()) {
                boolean inSubscription = parts.size() > 2 && parts.get(1).equalsIgnoreCase("subscriptions");
                String type = !group.isEmpty()
                        ? "Microsoft.Resources/subscriptions/resourceGroups"
                        : inSubscription ? "Microsoft.Resources/subscriptions" : "";
                return new Names(group, type.isEmpty() ? "" : "Microsoft.Resources", type, false);
            }
            String provider = parts.get(last + 1);
            StringBuilder type = new StringBuilder(provider);
            for (int i = last + 2; i < parts.size(); i += 2) {
                type.append('/').append(parts.get(i));
            }
            boolean ours = provider.toLowerCase(Locale.ROOT).startsWith("microsoft.");
            return new Names(group, provider, type.toString(), !ours && parts.size() > last + 3);
        }

        private static Optional<String> after(List<String> parts, String word) {
            int place = lastOf(parts, word);
            return place >= 0 && place + 1 < parts.size() ? Optional.of(parts.get(place + 1)) : Optional.empty();
        }

        private static int lastOf(List<String> parts, String word) {
            for (int i = parts.size() - 1; i >= 0; i--) {
                if (parts.get(i).equalsIgnoreCase(word)) {
                    return i;
                }
            }
            return -1;
        }
    }
}
