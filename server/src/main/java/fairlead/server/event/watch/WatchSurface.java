package fairlead.server.event.watch;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.event.Event;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFeed.Follower;
import fairlead.server.event.EventFeed.Page;
import fairlead.server.event.EventFilter;
import fairlead.server.event.EventFilters;
import fairlead.server.event.EventJson;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Telemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/// `/fairlead/watch`: a stream for callers that accept `text/event-stream`; for others one page, for which the
/// request waits.
public final class WatchSurface implements Surface {

    /// The query options, all that there are.
    public static final Set<String> QUERY_OPTIONS = Set.of("scope", "type", "kind", "change", "from", "wait", "$top");

    private static final String GROUPS = "Microsoft.Resources/subscriptions/resourceGroups";
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final int LONGEST_WAIT = 50;
    private static final int USUAL = 100;
    private static final int MOST = 1000;

    /// @param all how many may watch at the same time
    /// @param each how many of them may be one principal's
    public record Limits(int all, int each) {}

    private final EventFeed feed;
    private final EventFilters filters;
    private final Telemetry telemetry;
    private final WatcherPlaces places;
    private final Authorizer authorizer;

    /// @param limits how many may watch at the same time
    public WatchSurface(
            EventFeed feed, EventFilters filters, Telemetry telemetry, Authorizer authorizer, Limits limits) {
        this.authorizer = authorizer;
        this.feed = feed;
        this.filters = filters;
        this.telemetry = telemetry;
        places = new WatcherPlaces(limits.all(), limits.each());
        telemetry.metrics().gauge("fairlead_watchers", "Who watches events on this node.", places::taken);
    }

    @Override
    public boolean serves(Request request) {
        return request.path().equals("/fairlead/watch");
    }

    @Override
    public Asked asks(Request request) {
        return Asked.KNOWN;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        request.reads(QUERY_OPTIONS);
        EventFilter filter = filters.filter(
                request.query("scope"),
                EventFilters.parts(request.query("type")),
                EventFilters.parts(request.query("kind")),
                EventFilters.parts(request.query("change")));
        Duration wait = Duration.ofSeconds(number(request, "wait", 0, 0, LONGEST_WAIT));
        int most = number(request, "$top", USUAL, 1, MOST);
        Optional<Long> from = from(request);
        UUID principal = request.caller().principal().id();
        switch (places.take(principal)) {
            case TAKEN -> {}
            case NONE_LEFT ->
                throw new ProblemException(new Problem.TooManyRequests("watchers", Duration.ofSeconds(10)));
            case NONE_LEFT_FOR_PRINCIPAL ->
                throw new ProblemException(
                        new Problem.TooManyRequests("watchers of one principal", Duration.ofSeconds(10)));
        }
        Predicate<Event> shown = event -> filter.shows(event) && isReadable(request, event);
        return wantsStream(request) ? stream(shown, from, principal) : poll(shown, from, principal, wait, most);
    }

    /// Decided for each event when it is told: who may no longer see a resource hears no more of it.
    private boolean isReadable(Request request, Event event) {
        if (authorizer.isOpen()) {
            return true;
        }
        String type = event.resourceType().isEmpty() ? GROUPS : event.resourceType();
        return authorizer.allows(request.caller(), Action.read(type), new AccessScope(event.resourceId()));
    }

    private static boolean wantsStream(Request request) {
        return request.header("Accept")
                .filter(accept -> accept.toLowerCase(Locale.ROOT).contains("text/event-stream"))
                .isPresent();
    }

    /// A browser that connects again names the last event it has, which is later than what the address says.
    private Optional<Long> from(Request request) {
        return request.header("Last-Event-ID")
                .filter(id -> !id.isEmpty())
                .or(() -> request.query("from"))
                .map(token -> feed.place(token).position());
    }

    private Response stream(Predicate<Event> filter, Optional<Long> from, UUID principal) {
        Follower follower = feed.follow();
        EventStream stream = new EventStream(
                feed, follower, filter, from.orElseGet(() -> follower.now().position()), BEAT, () -> {
                    follower.close();
                    places.release(principal);
                });
        return Response.events(stream);
    }

    private Response poll(Predicate<Event> filter, Optional<Long> from, UUID principal, Duration wait, int most) {
        try (Follower follower = feed.follow()) {
            if (wait.isZero()) {
                // Who does not wait wants to know all that has happened until now.
                follower.now();
            }
            long position = from.orElseGet(() -> follower.now().position());
            Page page = telemetry.atWork().aside(() -> page(follower, filter, position, wait, most));
            return Response.json(200, EventJson.page(feed, page.events(), page.end()))
                    .with("Cache-Control", "no-store");
        } finally {
            places.release(principal);
        }
    }

    /// The first events that are wanted, once there are any; none, but a later place, when the time is over.
    private Page page(Follower follower, Predicate<Event> filter, long from, Duration wait, int most) {
        long deadline = System.nanoTime() + wait.toNanos();
        List<Event> shown = new ArrayList<>();
        long position = from;
        while (true) {
            Page page = follower.after(position, MOST);
            for (Event event : page.events()) {
                if (filter.test(event)) {
                    shown.add(event);
                    if (shown.size() == most) {
                        return new Page(shown, event.position());
                    }
                }
            }
            boolean all = page.end() == position || page.events().isEmpty();
            position = page.end();
            if (all && !shown.isEmpty()) {
                return new Page(shown, position);
            }
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            if (all && !follower.await(position, left)) {
                return new Page(shown, position);
            }
        }
    }

    private static int number(Request request, String name, int usual, int least, int most) {
        Optional<String> text = request.query(name);
        if (text.isEmpty()) {
            return usual;
        }
        if (text.get().matches("\\d{1,9}")) {
            int number = Integer.parseInt(text.get());
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of " + name + " is '" + text.get() + "'; expected a number from " + least + " to " + most
                        + ".",
                name));
    }
}
