package fairlead.server.region.cell;

import fairlead.schema.TypeName;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.cell.FrontTokens;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Location;
import fairlead.server.scope.Locations;
import fairlead.server.scope.PlacedName;
import fairlead.server.scope.Placements;
import fairlead.server.scope.Placements.Withdrawal;
import fairlead.server.scope.ScopeCopies;
import fairlead.server.scope.ScopeId;
import fairlead.server.scope.Scopes;
import fairlead.server.type.Registrations;
import fairlead.server.type.TypeCopies;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses that a front asks, below `/fairlead/cell`.
///
/// | address | |
/// |---|---|
/// | `GET /` | which locations there are, and which of them are kept here |
/// | `GET /places?id=` | where a name is, as far as it is known here |
/// | `POST /claims?id=&location=` | at home: a place for a name |
/// | `POST /withdrawals?id=&location=` | nothing under way can make the name here any more |
/// | `POST /moves?id=&claim=&location=` | at home: moves a name |
/// | `GET /spreads?id=` | at home: where the scope is |
/// | `POST /spreads?id=&location=` | at home: notes that the scope will be there, and gives a copy of it |
/// | `PUT /copies?location=` | takes a copy over, and gives out a pass |
/// | `PUT /passes?id=&location=&pass=` | at home: notes the pass |
/// | `GET /deletions` | at home: the groups that are being deleted and are elsewhere, too |
/// | `PUT /deletions?id=&operation=&location=` | at home: notes that a group is gone there, or with a body why not |
/// | `POST /access` | which access data are here, and a stamp to ask the home by |
/// | `GET /access?version=` | at home: the access data, unless they have that version |
/// | `PUT /access?stamp=` | takes what the home has answered since the stamp was given |
/// | `GET /types` | the versions of registered types |
/// | `GET /types?name=&version=`, `PUT /types` | a version as [TypeCopies] gives and takes it |
public final class CellSurface implements Surface {

    private static final long LARGEST_ACCESS = 256L << 20;

    /// An archive, and the documents of the type beside it.
    private static final long LARGEST_COPY = Registrations.LARGEST_ARCHIVE + (16L << 20);

    private final Locations locations;
    private final Placements placements;
    private final ScopeCopies copies;
    private final TypeCopies types;
    private final Optional<AccessCopies> access;

    /// @param access what has to be the same in all cells; then fronts alone are answered. Empty if callers need not
    ///     sign in
    public CellSurface(Scopes scopes, ScopeCopies copies, TypeCopies types, Optional<AccessCopies> access) {
        this.access = access;
        locations = scopes.locations();
        placements = scopes.placements();
        this.copies = copies;
        this.types = types;
    }

    @Override
    public boolean serves(Request request) {
        return request.path().equals("/fairlead/cell") || request.path().startsWith("/fairlead/cell/");
    }

    @Override
    public Asked asks(Request request) {
        return Asked.ofServer(Action.ofMethod(request.method(), "Fairlead.Control/cells"));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        request.readsAnyQueryOption();
        requireFront(request);
        List<String> path = request.segments();
        String word = path.size() == 3 ? path.get(2) : "";
        if (path.size() > 3) {
            throw nothing(request);
        }
        return switch (request.method() + " " + word) {
            case "GET " -> json(about());
            case "GET places" -> json(found(placements.find(name(request))));
            case "POST claims" -> json(claimed(placements.claim(name(request), parameter(request, "location"))));
            case "POST withdrawals" ->
                json(withdrawn(placements.withdraw(name(request), parameter(request, "location"))));
            case "POST moves" -> moved(request);
            case "GET spreads" -> json(spread(placements.spread(scope(request))));
            case "POST spreads" ->
                json(ScopeCopyJson.write(copies.spread(scope(request), parameter(request, "location"))));
            case "PUT copies" -> hold(request);
            case "PUT passes" -> setPass(request);
            case "GET deletions" -> json(deletions());
            case "PUT deletions" -> report(request);
            case "GET types" -> types(request);
            case "PUT types" -> takeType(request);
            case "POST access" -> json(access(request).held());
            case "GET access" ->
                json(access(request).content(request.query("version").orElse("")));
            case "PUT access" -> json(access(request).take(parameter(request, "stamp"), json(request)));
            default -> throw nothing(request);
        };
    }

    /// What is told here is no matter of roles: keys, and the hashes of secrets.
    private void requireFront(Request request) {
        boolean front = request.caller().principal().id().equals(FrontTokens.FRONT.id());
        if (access.isPresent() && !front) {
            throw new ProblemException(
                    new Problem.Forbidden("Only a front that has the key of the cells may ask this of a cell."));
        }
    }

    private AccessCopies access(Request request) {
        return access.orElseThrow(() -> nothing(request));
    }

    private static JsonNode json(Request request) {
        try {
            return JsonMapper.shared().readTree(request.body(LARGEST_ACCESS));
        } catch (JacksonException malformed) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_REQUEST_CONTENT, "The access data can't be read: " + malformed.getMessage()));
        }
    }

    private ObjectNode about() {
        ObjectNode json = object().put("signIn", access.isPresent());
        write(json.putArray("locations"), locations.all());
        write(json.putArray("served"), locations.served());
        return json;
    }

    private static void write(ArrayNode array, List<Location> locations) {
        locations.forEach(
                location -> array.addObject().put("name", location.name()).put("displayName", location.displayName()));
    }

    private static ObjectNode found(Placements.Found found) {
        ObjectNode json = object();
        found.placed().ifPresent(location -> json.put("placed", location));
        found.present().ifPresent(location -> json.put("present", location));
        return json;
    }

    private static ObjectNode claimed(Placements.Claim claim) {
        ObjectNode json = object().put("location", claim.location()).put("claim", claim.claim());
        claim.pass().ifPresent(pass -> json.put("pass", pass));
        return json;
    }

    private static ObjectNode withdrawn(Withdrawal withdrawal) {
        ObjectNode json = object().put("pass", withdrawal.pass());
        withdrawal.present().ifPresent(location -> json.put("present", location));
        return json;
    }

    private Response moved(Request request) {
        boolean moved = placements.move(name(request), parameter(request, "claim"), parameter(request, "location"));
        return json(object().put("moved", moved));
    }

    private static ObjectNode spread(List<Placements.Spread> spread) {
        ObjectNode json = object();
        ArrayNode array = json.putArray("locations");
        spread.forEach(one -> array.add(one.location()));
        return json;
    }

    private Response hold(Request request) {
        ScopeCopies.Copy copy = ScopeCopyJson.read(request.object(JsonMapper.shared()));
        return json(object().put("pass", copies.hold(copy, parameter(request, "location"))));
    }

    private Response setPass(Request request) {
        boolean noted = placements.setPass(scope(request), parameter(request, "location"), parameter(request, "pass"));
        return json(object().put("noted", noted));
    }

    private ObjectNode deletions() {
        ObjectNode json = object();
        ArrayNode array = json.putArray("value");
        for (Placements.Deletion deletion : placements.deletions()) {
            ObjectNode one = array.addObject().put("id", deletion.group().key()).put("operation", deletion.operation());
            ArrayNode open = one.putArray("locations");
            deletion.locations().forEach(open::add);
        }
        return json;
    }

    private Response report(Request request) {
        Optional<String> remains = request.header("Content-Type")
                .map(_ -> request.object(JsonMapper.shared()).toString());
        Placements.Deletion deletion = new Placements.Deletion(
                scope(request), parameter(request, "operation"), List.of(parameter(request, "location")));
        placements.report(deletion, remains);
        return json(object());
    }

    private Response types(Request request) {
        Optional<String> name = request.query("name");
        if (name.isEmpty()) {
            return json(types.list());
        }
        TypeName type = parsed(TypeName::parse, name.get());
        int version = parsed(Integer::valueOf, parameter(request, "version"));
        return Response.of(200, "application/octet-stream", types.version(type, version));
    }

    private Response takeType(Request request) {
        ObjectNode json = object();
        ArrayNode foreign = json.putArray("sealedOtherwise");
        types.take(request.caller(), request.body(LARGEST_COPY)).forEach(foreign::add);
        return json(json);
    }

    private static PlacedName name(Request request) {
        return parsed(PlacedName::parse, parameter(request, "id"));
    }

    private static ScopeId scope(Request request) {
        return parsed(ScopeId::parse, parameter(request, "id"));
    }

    private static <T> T parsed(Function<String, T> parse, String text) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw new ProblemException(
                    new Problem.BadRequest(ProblemCode.INVALID_QUERY_PARAMETER, String.valueOf(wrong.getMessage())));
        }
    }

    private static String parameter(Request request, String name) {
        return request.query(name)
                .filter(value -> !value.isBlank())
                .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_QUERY_PARAMETER, "The parameter '" + name + "' is missing.")));
    }

    private static ProblemException nothing(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }

    private static Response json(ObjectNode body) {
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(body));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
