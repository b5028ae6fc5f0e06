package fairlead.server.http;

import fairlead.schema.text.Percent;
import fairlead.server.access.Caller;
import fairlead.server.access.RequestContext;
import fairlead.server.problem.Language;
import fairlead.server.problem.Languages;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A request, parsed as far as every surface needs it. Its body is read when a surface asks for it.
public final class Request {

    private static final String SUBSCRIPTIONS = "/subscriptions/";
    private static final String API_VERSION = "api-version=";

    private final org.eclipse.jetty.server.Request jetty;
    private Caller caller;
    private final String baseUrl;
    private final String authority;
    private final BodyLimits limits;
    private final Duration patience;
    private final Languages languages;
    private @Nullable List<String> segments;
    private @Nullable String target;
    private @Nullable Query query;
    private @Nullable CallerPresence presence;
    private byte @Nullable [] read;
    private @Nullable ProblemException unreadable;
    private Predicate<String> options = _ -> false;

    Request(
            org.eclipse.jetty.server.Request jetty,
            Caller caller,
            String baseUrl,
            String authority,
            BodyLimits limits,
            Duration patience,
            Languages languages) {
        this.jetty = jetty;
        this.caller = caller;
        this.baseUrl = baseUrl;
        this.authority = authority;
        this.limits = limits;
        this.patience = patience;
        this.languages = languages;
    }

    /// In upper case.
    public String method() {
        return jetty.getMethod();
    }

    /// The same request, of a caller for whom something was decided.
    void decided(Caller other) {
        caller = other;
    }

    /// The same request, once its surface has found out who has signed it.
    public void identified(Caller signer) {
        caller = signer;
    }

    /// By which way it comes in.
    ///
    /// @param door the surface that serves it
    RequestContext context(String door) {
        String agent = jetty.getHeaders().get(HttpHeader.USER_AGENT);
        return new RequestContext(door, agent == null ? "" : agent, apiVersion(), Optional.empty());
    }

    /// As it is written, which is enough to be recorded.
    private String apiVersion() {
        String raw = jetty.getHttpURI().getQuery();
        int begin = raw == null ? -1 : raw.indexOf(API_VERSION);
        if (raw == null || begin < 0 || (begin > 0 && raw.charAt(begin - 1) != '&')) {
            return "";
        }
        int end = raw.indexOf('&', begin);
        return raw.substring(begin + API_VERSION.length(), end < 0 ? raw.length() : end);
    }

    /// Who asks, and under which ids.
    public Caller caller() {
        return caller;
    }

    /// Scheme and authority under which callers reach this server, without a slash at the end.
    public String baseUrl() {
        return baseUrl;
    }

    /// The host, and perhaps the port, to which the caller has sent the request: its `Host` header, as it was
    /// written.
    public String authority() {
        return authority;
    }

    /// The path as it was written.
    public String path() {
        String path = jetty.getHttpURI().getPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    /// What a client of AWS that speaks JSON asks for: its header `X-Amz-Target`, such as
    /// `CloudApiService.GetResource`; empty for all others. Every request is asked for it by several surfaces.
    public String target() {
        String known = target;
        if (known == null) {
            known = header("X-Amz-Target").orElse("");
            target = known;
        }
        return known;
    }

    /// The id of the subscription in the path; empty if it is of none.
    String subscription() {
        String path = path();
        if (!path.regionMatches(true, 0, SUBSCRIPTIONS, 0, SUBSCRIPTIONS.length())) {
            return "";
        }
        int end = path.indexOf('/', SUBSCRIPTIONS.length());
        return path.substring(SUBSCRIPTIONS.length(), end < 0 ? path.length() : end);
    }

    /// The parts of the path between slashes, percent-decoded; empty ones are left out. A problem if they are
    /// malformed.
    public List<String> segments() {
        List<String> parts = segments;
        if (parts == null) {
            parts = List.copyOf(split(path()));
            segments = parts;
        }
        return parts;
    }

    /// As [#segments], of an address that begins with the id of something: whose slashes may be escaped, as
    /// clients do that take the id for one segment.
    public List<String> segmentsOfId() {
        List<String> parts = segments();
        if (parts.isEmpty() || parts.getFirst().indexOf('/') < 0) {
            return parts;
        }
        List<String> all = new ArrayList<>(parts.size() + 8);
        for (String part : parts.getFirst().split("/", -1)) {
            if (!part.isEmpty()) {
                all.add(part);
            }
        }
        all.addAll(parts.subList(1, parts.size()));
        return all;
    }

    private static List<String> split(String path) {
        List<String> parts = new ArrayList<>(12);
        int begin = 0;
        while (begin < path.length()) {
            int end = path.indexOf('/', begin);
            end = end < 0 ? path.length() : end;
            if (end > begin) {
                parts.add(segment(path.substring(begin, end)));
            }
            begin = end + 1;
        }
        return parts;
    }

    private static String segment(String raw) {
        try {
            String segment = Percent.decode(raw);
            if (segment.equals(".") || segment.equals("..")) {
                throw new IllegalArgumentException("'" + segment + "' is not a name");
            }
            if (TextRules.hasZero(segment)) {
                throw new IllegalArgumentException("it has the character U+0000");
            }
            return segment;
        } catch (IllegalArgumentException wrong) {
            throw new ProblemException(
                    new Problem.BadRequest(ProblemCode.INVALID_URI, "The address is malformed: " + wrong.getMessage()));
        }
    }

    /// Declares the query options that the route of this request reads. Before that it may read none.
    public void reads(Set<String> names) {
        options = names::contains;
    }

    /// As [#reads(Set)], for surfaces whose options are described elsewhere: by a model, or by the servers behind.
    public void readsAnyQueryOption() {
        options = _ -> true;
    }

    /// The query option of that name, decoded; a problem if there are several with different values.
    ///
    /// Throws [IllegalStateException] for one that the route has not declared: it would be in no reference.
    public Optional<String> query(String name) {
        if (!options.test(name)) {
            throw new IllegalStateException(method() + " " + path() + " reads the query option '" + name
                    + "', which its surface does not declare");
        }
        return query().value(name);
    }

    /// What the address has under that name, be it an option of the route or not.
    public Optional<String> written(String name) {
        return query().value(name);
    }

    /// Whether there is a query parameter of that name.
    public boolean hasQuery(String name) {
        return query().has(name);
    }

    /// This request's whole address, with that query parameter set.
    ///
    /// @param encodedValue what needs no more percent-encoding
    public String urlWith(String name, String encodedValue) {
        return baseUrl + path() + "?" + query().with(name, encodedValue);
    }

    /// The path and the query as they were written, with these query parameters set, or left out where the value
    /// is empty.
    ///
    /// @param encodedValues what needs no more percent-encoding
    public String targetWith(Map<String, String> encodedValues) {
        String query = query().with(encodedValues);
        return query.isEmpty() ? path() : path() + "?" + query;
    }

    /// The headers, in the order in which they came.
    public List<Map.Entry<String, String>> headers() {
        return jetty.getHeaders().stream()
                .map(field -> Map.entry(field.getName(), String.valueOf(field.getValue())))
                .toList();
    }

    /// How long the body is; -1 if that is not known before its end.
    public long length() {
        return jetty.getLength();
    }

    /// Whether something follows the body that it has to be held against.
    public boolean hasTrailers() {
        return jetty.getHeaders().contains("Trailer");
    }

    /// The body, to be read as it comes; nothing holds it against its checksums.
    public InputStream flow() {
        return Content.Source.asInputStream(jetty);
    }

    private Query query() {
        Query parsed = query;
        if (parsed == null) {
            String raw = jetty.getHttpURI().getQuery();
            parsed = raw == null ? Query.NONE : Query.parse(raw);
            query = parsed;
        }
        return parsed;
    }

    /// The query as it was written, without the `?`; empty if there is none.
    public String rawQuery() {
        String raw = jetty.getHttpURI().getQuery();
        return raw == null ? "" : raw;
    }

    /// The names of all headers, as they were written.
    public List<String> headerNames() {
        return List.copyOf(jetty.getHeaders().getFieldNamesCollection());
    }

    /// The header's value; several headers of that name are one, joined with commas.
    public Optional<String> header(String name) {
        String joined = null;
        for (HttpField field : jetty.getHeaders()) {
            String value = field.getValue();
            if (value != null && field.is(name)) {
                joined = joined == null ? value : joined + "," + value;
            }
        }
        return Optional.ofNullable(joined);
    }

    /// In which the caller wants to be told of problems.
    public Language language() {
        return header("Accept-Language").map(languages::preferred).orElse(Language.ENGLISH);
    }

    /// Whether there is nothing left to read of it.
    boolean isReadWholly() {
        return read != null || jetty.getLength() == 0;
    }

    /// Whether the caller has gone, and no longer waits for the answer. To be asked once the body has been read,
    /// by the thread that works on the request.
    public boolean isAbandoned() {
        CallerPresence known = presence;
        if (known == null) {
            known = new CallerPresence(jetty);
            presence = known;
        }
        return known.isOver();
    }

    /// The body; a problem if it is larger than allowed, or if there are too many values in it.
    public byte[] body() {
        return body(limits.bytes());
    }

    /// As [#body()], with a limit of its own. Only what is no larger than usual may be read as JSON, and so only
    /// there the values are counted. It is read once, and then the same.
    public byte[] body(long limit) {
        byte[] known = read;
        if (known != null) {
            return known;
        }
        byte[] body = readBody(limit);
        read = body;
        if (limit <= limits.bytes()) {
            limits.requireFewValues(body);
        }
        return body;
    }

    private byte[] readBody(long limit) {
        ProblemException before = unreadable;
        if (before != null) {
            throw before;
        }
        try {
            return Body.read(jetty, limit, patience, limits);
        } catch (ProblemException refused) {
            unreadable = refused;
            throw refused;
        }
    }

    /// The parameters of a body that is a form (`application/x-www-form-urlencoded`).
    public Map<String, String> form() {
        Query form = Query.parse(new String(body(), StandardCharsets.UTF_8));
        return form.values();
    }

    /// The body as a JSON object; a problem if it is anything else, or not said to be JSON.
    ///
    /// @param strict finds what it does not accept, a duplicate key for example
    public ObjectNode object(JsonMapper strict) {
        requireJson();
        return Body.object(body(), strict);
    }

    /// As [#object(JsonMapper)]; no body at all is an empty object.
    public ObjectNode objectIfAny(JsonMapper strict) {
        byte[] body = body();
        if (body.length == 0) {
            return JsonNodeFactory.instance.objectNode();
        }
        requireJson();
        return Body.object(body, strict);
    }

    private void requireJson() {
        String type = jetty.getHeaders().get("Content-Type");
        if (!Body.isJson(type)) {
            throw new ProblemException(new Problem.UnsupportedMediaType(type == null ? "" : type, "application/json"));
        }
    }
}
