package fairlead.server.access.identity.graph;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.Visibility;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.DirectoryObject.Kind;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/v1.0`: the directory of this control plane as Azure's tools ask for it, to find principals by their names and to
/// make service principals.
///
/// Implements of "Microsoft Graph REST API v1.0" what `az ad` and `az role assignment` call: `me`, `users`, `groups`,
/// `servicePrincipals`, `applications` and `directoryObjects`. A caller sees itself, and those that it may read; of
/// others it is told what it is told of those that do not exist.
public final class GraphSurface implements Surface {

    /// The query options, all that there are.
    public static final Set<String> QUERY_OPTIONS = Set.of("$filter", "$select", "$top", "$skiptoken");

    static final String PRINCIPALS = "Fairlead.Identity/principals";
    static final String CREDENTIALS = PRINCIPALS + "/credentials";
    private static final Set<String> ROOTS =
            Set.of("me", "users", "groups", "servicePrincipals", "applications", "directoryObjects");
    private static final Set<String> QUESTIONS = Set.of("getByIds", "getMemberGroups", "checkMemberGroups");
    private static final Set<String> OF_CREDENTIALS =
            Set.of("addPassword", "removePassword", "federatedIdentityCredentials");
    private static final Pattern ID = Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
    private static final int PAGE = 100;
    private static final int MOST_IDS = 1_000;

    static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Directory directory;
    private final Authorizer authorizer;
    private final Function<UUID, Set<UUID>> identities;
    private final GraphApplications applications;

    /// @param identities a principal and all groups it is in
    public GraphSurface(Directory directory, Authorizer authorizer, Function<UUID, Set<UUID>> identities) {
        this.directory = directory;
        this.authorizer = authorizer;
        this.identities = identities;
        applications = new GraphApplications(directory, authorizer);
    }

    @Override
    public boolean serves(Request request) {
        if (!request.path().startsWith("/v1.0/")) {
            return false;
        }
        List<String> path = request.segments();
        return path.size() > 1 && ROOTS.contains(path.get(1));
    }

    /// What is read is filtered; what changes something is asked for at the principal that it changes.
    @Override
    public Asked asks(Request request) {
        List<String> path = request.segments();
        String last = path.getLast();
        if (request.method().equals("GET") || path.size() < 2 || QUESTIONS.contains(last)) {
            return Asked.KNOWN;
        }
        if (path.size() == 2) {
            return Asked.ofServer(Action.write(PRINCIPALS));
        }
        AccessScope scope = DirectoryObject.scopeOf(path.get(2));
        if (path.size() == 3) {
            return new Asked.Of(
                    request.method().equals("DELETE") ? Action.delete(PRINCIPALS) : Action.write(CREDENTIALS), scope);
        }
        boolean credentials = OF_CREDENTIALS.contains(path.get(3));
        return new Asked.Of(Action.write(credentials ? CREDENTIALS : PRINCIPALS), scope);
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        request.reads(QUERY_OPTIONS);
        List<String> path = request.segments();
        if (path.get(1).equals("me")) {
            return me(request, path);
        }
        if (path.get(1).equals("directoryObjects")) {
            return objects(request, path);
        }
        return switch (path.size()) {
            case 2 -> all(request, path.get(1));
            case 3 -> one(request, path.get(1), path.get(2));
            default -> below(request, path);
        };
    }

    // -- the caller ---------------------------------------------------------------------------------------------------

    private Response me(Request request, List<String> path) {
        require(request, "GET");
        if (path.size() == 3 && path.get(2).equals("ownedObjects")) {
            return list(List.of());
        }
        requireNoMore(path, 2);
        Principal principal = request.caller().principal();
        DirectoryObject self = directory
                .find(principal.id())
                .orElseGet(() -> new DirectoryObject(
                        principal.id(),
                        principal.type().equals("Application") ? Kind.SERVICE : Kind.USER,
                        principal.name(),
                        new DirectoryObject.Voucher("", principal.id().toString()),
                        false,
                        Instant.EPOCH,
                        Instant.EPOCH));
        ObjectNode json = GraphJson.object(self);
        return json(200, json.put("userPrincipalName", self.name()));
    }

    // -- lists --------------------------------------------------------------------------------------------------------

    private Response all(Request request, String what) {
        if (request.method().equals("POST")) {
            return switch (what) {
                case "applications" -> applications.create(request);
                case "servicePrincipals" -> servicePrincipal(request);
                case "groups" ->
                    json(201, GraphJson.group(directory.create(request.caller(), Kind.GROUP, name(request))));
                default -> throw notAllowed(request);
            };
        }
        require(request, "GET");
        GraphFilter filter = GraphFilter.parse(request.query("$filter").orElse(""));
        Kind kind = kind(what);
        Predicate<DirectoryObject> fits =
                visible(request.caller()).and(object -> object.kind() == kind).and(filter.fits());
        int limit = limit(request);
        List<DirectoryObject> found =
                directory.search(request.query("$skiptoken").orElse(""), limit + 1, fits);
        if (filter.name().isPresent() && found.size() > 1) {
            // A name that several have names none of them.
            found = found.stream()
                    .filter(object -> object.id()
                            .toString()
                            .equalsIgnoreCase(filter.name().get()))
                    .toList();
        }
        List<DirectoryObject> page = found.subList(0, Math.min(found.size(), limit));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        page.forEach(object -> value.add(shown(request.caller(), what, object)));
        if (found.size() > page.size()) {
            json.put(
                    "@odata.nextLink",
                    request.urlWith("$skiptoken", page.getLast().id().toString()));
        }
        return json(200, json);
    }

    private static int limit(Request request) {
        String text = request.query("$top").orElse(Integer.toString(PAGE));
        if (!text.matches("[1-9][0-9]{0,2}")) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_QUERY_PARAMETER, "$top is '" + text + "'; expected 1 to 999.", "$top"));
        }
        return Integer.parseInt(text);
    }

    /// An application is its service principal, so that one is there already.
    private Response servicePrincipal(Request request) {
        String id = request.object(STRICT).path("appId").asString("");
        DirectoryObject object = find(request.caller(), Kind.SERVICE, id)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.PRINCIPAL_NOT_FOUND,
                        "The appId '" + id + "' does not reference an application of this directory.")));
        return json(201, shown(request.caller(), "servicePrincipals", object));
    }

    static String name(Request request) {
        return request.object(STRICT).path("displayName").asString("");
    }

    // -- one ----------------------------------------------------------------------------------------------------------

    private Response one(Request request, String what, String id) {
        Kind kind = kind(what);
        return switch (request.method()) {
            case "GET" -> json(200, shown(request.caller(), what, get(request.caller(), kind, id)));
            case "PATCH" -> {
                if (kind != Kind.SERVICE) {
                    throw notAllowed(request);
                }
                applications.change(request, get(request.caller(), kind, id));
                yield Response.empty(204);
            }
            case "DELETE" -> {
                if (kind == Kind.USER) {
                    throw notAllowed(request);
                }
                directory.delete(
                        request.caller(), get(request.caller(), kind, id).id());
                yield Response.empty(204);
            }
            default -> throw notAllowed(request);
        };
    }

    private ObjectNode shown(Caller caller, String what, DirectoryObject object) {
        return switch (what) {
            case "applications" -> GraphJson.application(object, applications.credentials(caller, object));
            case "servicePrincipals" -> GraphJson.servicePrincipal(object, applications.credentials(caller, object));
            default -> GraphJson.object(object);
        };
    }

    private Response below(Request request, List<String> path) {
        DirectoryObject object = get(request.caller(), kind(path.get(1)), path.get(2));
        String what = path.get(3);
        if (what.equals("owners")) {
            require(request, "GET");
            return list(List.of());
        }
        if (what.equals("getMemberGroups")) {
            require(request, "POST");
            return groupsOf(object.id());
        }
        return switch (object.kind()) {
            case SERVICE -> applications.below(request, object, path.subList(3, path.size()));
            case GROUP -> members(request, object, path.subList(3, path.size()));
            case USER -> throw nothing(request);
        };
    }

    // -- groups -------------------------------------------------------------------------------------------------------

    private Response members(Request request, DirectoryObject group, List<String> rest) {
        boolean all = rest.getFirst().equals("transitiveMembers");
        if (!all && !rest.getFirst().equals("members")) {
            throw nothing(request);
        }
        if (rest.size() == 1) {
            require(request, "GET");
            Set<UUID> ids = new HashSet<>();
            gather(group.id(), all, ids);
            return list(ids.stream()
                    .sorted()
                    .flatMap(id -> directory.find(id).stream())
                    .filter(visible(request.caller()))
                    .map(GraphJson::object)
                    .toList());
        }
        if (rest.size() == 2 && rest.get(1).equals("$ref") && !all) {
            require(request, "POST");
            String reference = request.object(STRICT).path("@odata.id").asString("");
            UUID member = id(reference.substring(reference.lastIndexOf('/') + 1));
            directory.join(request.caller(), group.id(), member);
            return Response.empty(204);
        }
        if (rest.size() == 3 && rest.get(2).equals("$ref") && !all) {
            require(request, "DELETE");
            directory.leave(request.caller(), group.id(), id(rest.get(1)));
            return Response.empty(204);
        }
        throw nothing(request);
    }

    private void gather(UUID group, boolean all, Set<UUID> ids) {
        for (UUID member : directory.members(group)) {
            if (ids.add(member) && all) {
                gather(member, true, ids);
            }
        }
    }

    private Response groupsOf(UUID id) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        identities.apply(id).stream()
                .filter(group -> !group.equals(id))
                .sorted()
                .forEach(group -> value.add(group.toString()));
        return json(200, json);
    }

    // -- objects of any kind ------------------------------------------------------------------------------------------

    private Response objects(Request request, List<String> path) {
        if (path.size() == 3 && path.get(2).equals("getByIds")) {
            require(request, "POST");
            return byIds(request);
        }
        if (path.size() == 3) {
            require(request, "GET");
            return json(200, GraphJson.object(any(request.caller(), path.get(2))));
        }
        if (path.size() == 4 && path.get(3).equals("getMemberGroups")) {
            require(request, "POST");
            return groupsOf(any(request.caller(), path.get(2)).id());
        }
        if (path.size() == 4 && path.get(3).equals("checkMemberGroups")) {
            require(request, "POST");
            Set<UUID> in = identities.apply(any(request.caller(), path.get(2)).id());
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            ArrayNode value = json.putArray("value");
            for (JsonNode group : request.object(STRICT).path("groupIds")) {
                if (in.contains(id(group.asString("")))) {
                    value.add(group.asString());
                }
            }
            return json(200, json);
        }
        throw nothing(request);
    }

    private Response byIds(Request request) {
        JsonNode ids = request.object(STRICT).path("ids");
        if (!ids.isArray() || ids.size() > MOST_IDS) {
            throw new ProblemException(
                    Problem.InvalidBody.of("graph.ids", "expected at most " + MOST_IDS + " ids", "/ids"));
        }
        Predicate<DirectoryObject> visible = visible(request.caller());
        return list(ids.valueStream()
                .map(one -> one.asString(""))
                .filter(text -> ID.matcher(text).matches())
                .flatMap(text -> directory.find(UUID.fromString(text)).stream())
                .filter(visible)
                .map(GraphJson::object)
                .toList());
    }

    // -- what callers may see -----------------------------------------------------------------------------------------

    private Predicate<DirectoryObject> visible(Caller caller) {
        Visibility visibility = authorizer.visible(caller, Action.read(PRINCIPALS));
        UUID self = caller.principal().id();
        return object ->
                object.id().equals(self) || visibility.covers(object.scope().key());
    }

    private Optional<DirectoryObject> find(Caller caller, Kind kind, String id) {
        Optional<DirectoryObject> found = ID.matcher(id).matches()
                ? directory.find(UUID.fromString(id))
                : kind == Kind.USER ? directory.named(id, kind).stream().findFirst() : Optional.empty();
        return found.filter(object -> object.kind() == kind).filter(visible(caller));
    }

    private DirectoryObject get(Caller caller, Kind kind, String id) {
        return find(caller, kind, id).orElseThrow(() -> notFound(id));
    }

    private DirectoryObject any(Caller caller, String id) {
        return directory.find(id(id)).filter(visible(caller)).orElseThrow(() -> notFound(id));
    }

    private static UUID id(String text) {
        if (!ID.matcher(text).matches()) {
            throw notFound(text);
        }
        return UUID.fromString(text);
    }

    private static ProblemException notFound(String id) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.PRINCIPAL_NOT_FOUND,
                "Resource '" + id + "' does not exist or one of its queried reference-property objects are not"
                        + " present."));
    }

    private static Kind kind(String what) {
        return switch (what) {
            case "users" -> Kind.USER;
            case "groups" -> Kind.GROUP;
            default -> Kind.SERVICE;
        };
    }

    static void require(Request request, String method) {
        if (!request.method().equals(method)) {
            throw notAllowed(request);
        }
    }

    private static void requireNoMore(List<String> path, int size) {
        if (path.size() > size) {
            throw notFound(path.get(size));
        }
    }

    static ProblemException notAllowed(Request request) {
        return new ProblemException(new Problem.MethodNotAllowed(request.method()));
    }

    static ProblemException nothing(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }

    static Response list(List<ObjectNode> items) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putArray("value").addAll(items);
        return json(200, json);
    }

    static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }
}
