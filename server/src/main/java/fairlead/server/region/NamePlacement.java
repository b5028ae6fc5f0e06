package fairlead.server.region;

import fairlead.server.http.Response;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.region.cell.PlacementTokens;
import fairlead.server.scope.Location;
import fairlead.server.scope.PlacedName;
import fairlead.server.scope.ScopeId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// PUT of a group or a top-level resource: an existing one is changed where it is; a new one gets a place first,
/// so that no other request can make it elsewhere. [fairlead.server.scope.Placements] has the rules.
final class NamePlacement {

    private static final int MOST_ATTEMPTS = 20;
    static final int MISDIRECTED = 421;
    private static final Set<Code> SCOPE_MISSING =
            Set.of(ProblemCode.RESOURCE_GROUP_NOT_FOUND, ProblemCode.SUBSCRIPTION_NOT_FOUND);

    private final Cells cells;
    private final NameDirectory directory;
    private final CellClient client;
    private final Set<Prepared> prepared = ConcurrentHashMap.newKeySet();

    NamePlacement(Cells cells, NameDirectory directory, CellClient client) {
        this.cells = cells;
        this.directory = directory;
        this.client = client;
    }

    /// Subscriptions that a cell has got from this process.
    private record Prepared(Cell cell, String subscription) {}

    /// The answer of the cell where it belongs.
    ///
    /// @param put the request
    Response put(PlacedName name, CellRequest put) {
        Optional<String> location = location(put.body());
        Optional<Cell> wished = location.flatMap(cells::of);
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Optional<Response> response = wherePresent(name, put);
            if (response.isPresent()) {
                return response.get();
            }
            Optional<Cell> home = directory.home(name.scope());
            if (home.isEmpty() || wished.isEmpty() || home.equals(wished)) {
                // Who is home makes it without a pass, or says what is wrong with the request.
                Cell asked = home.or(() -> wished).orElse(cells.home());
                response = settled(name, asked, put);
            }
            if (response.isEmpty() && home.isPresent()) {
                String where = location.filter(_ -> wished.isPresent())
                        .orElseGet(() -> home.get().locations().getFirst());
                response = claimed(name, put, home.get(), where);
            }
            if (response.isPresent()) {
                return response.get();
            }
            directory.forget(name);
        }
        throw new ProblemException(new Problem.Unavailable());
    }

    /// Gives a name a place in a cell without making it; false if it has one elsewhere.
    boolean reserve(PlacedName name, Cell cell) {
        Cell home = directory.home(name.scope()).orElse(cells.home());
        String location = cell.locations().getFirst();
        ObjectNode claim = ask(
                home,
                "POST",
                "claims?id=" + NameDirectory.encoded(name.key()) + "&location=" + NameDirectory.encoded(location));
        directory.forget(name);
        if (!claim.has("pass")) {
            spread(name.scope(), location);
        }
        return cell.locations().contains(claim.path("location").asString());
    }

    private Optional<Response> wherePresent(PlacedName name, CellRequest put) {
        Optional<NameDirectory.Found> found = directory.find(name);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Cell cell = found.get().cell();
        Optional<Response> response = settled(name, cell, put);
        if (response.isEmpty()) {
            directory.forget(name);
        }
        return response;
    }

    /// Before the front does something by itself for a caller: the answer to one that has not said who it is.
    Optional<Response> refusal(Cell cell, CellRequest call) {
        if (!client.signsIn() || call.passed().isEmpty()) {
            return Optional.empty();
        }
        CellResponse answer = client.send(cell, call.question("/fairlead/whoami"));
        if (!answer.succeeded()) {
            return Optional.of(answer.passedOn());
        }
        answer.close();
        return Optional.empty();
    }

    /// With a claim to the name; empty if it has to be tried again.
    private Optional<Response> claimed(PlacedName name, CellRequest put, Cell home, String wished) {
        Optional<Response> refusal = refusal(home, put);
        if (refusal.isPresent()) {
            return refusal;
        }
        String id = NameDirectory.encoded(name.key());
        ObjectNode claim;
        try {
            claim = ask(home, "POST", "claims?id=" + id + "&location=" + NameDirectory.encoded(wished));
        } catch (ProblemException refused) {
            return whenNotAtHome(name, put, home, refused);
        }
        String location = claim.path("location").asString();
        if (!location.equals(Location.normal(wished))) {
            return elsewhere(
                    new Elsewhere(name, home, location, claim.path("claim").asString()), put, wished);
        }
        Optional<Response> response = claim.has("pass")
                ? settled(
                        name,
                        cells.require(location),
                        put.with(PlacementTokens.HEADER, claim.path("pass").asString()))
                : Optional.empty();
        if (response.isEmpty()) {
            spread(name.scope(), location);
        }
        return response;
    }

    /// The answer, unless the cell was the wrong one: it says so, or does not know the scope though there is one.
    private Optional<Response> settled(PlacedName name, Cell asked, CellRequest put) {
        CellResponse answer = client.send(asked, put);
        if (answer.status() == MISDIRECTED) {
            answer.close();
            return Optional.empty();
        }
        if (answer.status() != 404 || name.isGroup()) {
            return Optional.of(answer.passedOn());
        }
        ObjectNode error = answer.json();
        if (!SCOPE_MISSING.contains(Code.parse(error.at("/error/code").asString("")))) {
            return Optional.of(answer.with(error));
        }
        Optional<Cell> home = directory.look(PlacedName.parse(name.scope().key()));
        if (home.isEmpty()) {
            // The home of subscriptions knows whether it is the group or its subscription.
            CellRequest question = put.question(name.scope().key() + "?api-version=2022-12-01");
            return Optional.of(client.send(cells.home(), question).passedOn());
        }
        boolean answered = home.get().equals(asked) || isHidden(name.scope(), home.get(), put);
        return answered ? Optional.of(answer.with(error)) : Optional.empty();
    }

    /// Whether there is no such scope for this caller, who may not know of it.
    private boolean isHidden(ScopeId scope, Cell home, CellRequest put) {
        if (!client.signsIn() || put.passed().isEmpty()) {
            return false;
        }
        try (CellResponse seen = client.send(home, put.question(scope.key() + "?api-version=2022-12-01"))) {
            return seen.status() == 404;
        }
    }

    /// Either another cell has become the group's home, or there is no such group and the cell says so.
    private Optional<Response> whenNotAtHome(PlacedName name, CellRequest put, Cell home, ProblemException refused) {
        if (refused.problem().status() != MISDIRECTED) {
            throw refused;
        }
        return settled(name, home, put);
    }

    /// @param location where the name has its place
    private record Elsewhere(PlacedName name, Cell home, String location, String claim) {}

    /// The name has a place in another location: if it is there, that cell answers; if not, it is moved.
    private Optional<Response> elsewhere(Elsewhere place, CellRequest put, String wished) {
        Cell there = cells.require(place.location());
        String id = NameDirectory.encoded(place.name().key());
        ObjectNode withdrawn =
                ask(there, "POST", "withdrawals?id=" + id + "&location=" + NameDirectory.encoded(place.location()));
        setPass(place.name().scope(), place.location(), withdrawn.path("pass").asString());
        if (withdrawn.has("present")) {
            return settled(place.name(), there, put);
        }
        ask(
                place.home(),
                "POST",
                "moves?id=" + id + "&claim=" + place.claim() + "&location=" + NameDirectory.encoded(wished));
        return Optional.empty();
    }

    /// Brings a scope to a location, or there again.
    void spread(ScopeId scope, String location) {
        Cell there = cells.require(location);
        if (!scope.group().isEmpty()) {
            prepare(new ScopeId(scope.subscription(), ""), location, there);
        }
        copy(scope, location, there);
    }

    /// A group needs its subscription.
    private void prepare(ScopeId subscription, String location, Cell there) {
        Prepared preparation = new Prepared(there, subscription.subscription());
        if (there.equals(cells.home()) || prepared.contains(preparation)) {
            return;
        }
        try {
            copy(subscription, location, there);
            prepared.add(preparation);
        } catch (ProblemException failure) {
            String target = subscription.key() + "?api-version=2022-12-01";
            try (CellResponse known = client.send(there, CellRequest.own("GET", target, Optional.empty()))) {
                if (!known.succeeded()) {
                    throw failure;
                }
            }
        }
    }

    private void copy(ScopeId scope, String location, Cell there) {
        Cell home = directory.home(scope).orElse(cells.home());
        String where = NameDirectory.encoded(location);
        String spreads = "spreads?id=" + NameDirectory.encoded(scope.key()) + "&location=" + where;
        ObjectNode copy = ask(home, "POST", spreads);
        if (there.equals(home)) {
            return;
        }
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            byte[] bytes = JsonMapper.shared().writeValueAsBytes(copy);
            ObjectNode held = client.ask(there, "PUT", "/fairlead/cell/copies?location=" + where, Optional.of(bytes));
            ObjectNode now = ask(home, "POST", spreads);
            if (now.equals(copy)) {
                setPass(scope, location, held.path("pass").asString());
                return;
            }
            // A lock has come or gone meanwhile, and the change of it may have been there before the copy.
            copy = now;
        }
        throw new ProblemException(new Problem.Unavailable());
    }

    private void setPass(ScopeId scope, String location, String pass) {
        Cell home = directory.home(scope).orElse(cells.home());
        ask(
                home,
                "PUT",
                "passes?id=" + NameDirectory.encoded(scope.key()) + "&location=" + NameDirectory.encoded(location)
                        + "&pass=" + pass);
    }

    private ObjectNode ask(Cell cell, String method, String what) {
        return client.ask(cell, method, "/fairlead/cell/" + what, Optional.empty());
    }

    /// The location that a body names. One that can't be read has none: the cell will say what is wrong with it.
    static Optional<String> location(CellRequest.Body body) {
        return text(body, "location");
    }

    /// The group that the body of an import names; empty if it can't be one.
    static Optional<ScopeId> group(CellRequest.Body body) {
        String subscription = text(body, "subscription").orElse("");
        String group = text(body, "group").orElse("");
        return subscription.matches("[0-9a-fA-F-]{36}") && group.matches("[\\w().-]{1,90}")
                ? Optional.of(new ScopeId(subscription, group))
                : Optional.empty();
    }

    private static Optional<String> text(CellRequest.Body body, String name) {
        if (!(body instanceof CellRequest.Body.Bytes(var bytes))) {
            return Optional.empty();
        }
        try {
            String json = new String(bytes, StandardCharsets.UTF_8);
            return Optional.of(JsonMapper.shared().readTree(json).path(name).asString(""))
                    .filter(text -> !text.isBlank());
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
    }
}
