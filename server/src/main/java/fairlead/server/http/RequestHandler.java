package fairlead.server.http;

import fairlead.server.access.AccessControl;
import fairlead.server.access.Asked;
import fairlead.server.access.Caller;
import fairlead.server.access.Identity;
import fairlead.server.access.PresentedCredentials;
import fairlead.server.access.Principal;
import fairlead.server.access.RefusalTrail;
import fairlead.server.access.cell.FrontTokens;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.http.precondition.EntityTags;
import fairlead.server.limit.BodyMemory;
import fairlead.server.limit.Limits;
import fairlead.server.limit.Limits.Grant;
import fairlead.server.limit.Use;
import fairlead.server.problem.Languages;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.AbandonedException;
import fairlead.server.telemetry.Activity;
import fairlead.server.telemetry.Durations;
import fairlead.server.telemetry.Metrics;
import fairlead.server.telemetry.Origin;
import fairlead.server.telemetry.RecordsRead;
import fairlead.server.telemetry.Span;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.telemetry.WorkInProgress;
import io.prometheus.metrics.core.metrics.Counter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives each request its ids, finds the surface that serves it, and sends the answer. Every request that reaches
/// this class is answered.
final class RequestHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
    private static final long BODY_LIMIT = 4L * 1024 * 1024;

    private static final HttpField NO_SNIFFING = new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
    private static final HttpField NO_STORE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

    /// For a year: from then on browsers use HTTPS alone.
    private static final HttpField STRICT_TRANSPORT =
            new PreEncodedHttpField(HttpHeader.STRICT_TRANSPORT_SECURITY, "max-age=31536000");

    private static final String POLICY_WARNING = "x-fairlead-policy-warning";
    private static final List<String> PRECONDITIONS = List.of("If-Match", "If-None-Match");

    private final List<Surface> surfaces;
    private final Function<RuntimeException, Problem> trouble;
    private final Supplier<UUID> ids;
    private final Telemetry telemetry;
    private final Durations requests;
    private final Counter shed;
    private final Counter limited;
    private final Limits limits;
    private final AccessControl access;
    private final RequestPolicy policy;
    private final Exposure exposure;
    private final boolean strictTransport;
    private final Optional<String> publicUrl;
    private final Duration patience;
    private final Languages languages;
    private final boolean behindFront;
    private final Optional<FrontTokens> tokens;
    private volatile boolean closing;

    /// @param trouble what an exception that is no [ProblemException] means for the caller
    RequestHandler(
            List<Surface> surfaces,
            Function<RuntimeException, Problem> trouble,
            Supplier<UUID> ids,
            Telemetry telemetry,
            Limits limits,
            AccessControl access,
            HttpServer.Settings settings) {
        this.surfaces = List.copyOf(surfaces);
        this.trouble = trouble;
        this.ids = ids;
        this.telemetry = telemetry;
        Metrics metrics = telemetry.metrics();
        requests = metrics.durations(
                "fairlead_http_request_duration_seconds", "Requests that were answered.", "method", "code");
        shed = metrics.counter("fairlead_http_requests_shed_total", "Requests refused because of too many others.");
        limited =
                metrics.counter("fairlead_http_requests_limited_total", "Requests beyond a caller's limit.", "budget");
        this.limits = limits;
        this.access = access;
        publicUrl = settings.publicUrl().map(url -> url.toString().replaceAll("/+$", ""));
        exposure = settings.reach().exposure();
        policy = new RequestPolicy(exposure, settings.publicUrl());
        strictTransport = exposure.network()
                && settings.publicUrl()
                        .filter(url -> "https".equals(url.getScheme()))
                        .isPresent();
        patience = settings.patience();
        languages = settings.languages();
        behindFront = settings.reach().behindFront();
        tokens = settings.reach().tokens();
    }

    @Override
    public boolean handle(
            org.eclipse.jetty.server.Request jetty, org.eclipse.jetty.server.Response out, Callback callback) {
        long begin = System.nanoTime();
        Ids own = Ids.of(jetty.getHeaders(), ids);
        Span span = RequestSpan.begin(telemetry.tracer(), jetty, own.origin(), exposure);
        Origin origin = span.within(own.origin());
        String address = passed(jetty).map(FrontTokens.Passed::address).orElseGet(() -> exposure.origin(jetty));
        Caller caller = new Caller(Principal.ANONYMOUS, origin, address);
        Identity identity = identity(jetty);
        if (identity instanceof Identity.Known(var principal, var subject)) {
            caller = caller.as(principal, subject);
        }
        HttpFields.Mutable headers = out.getHeaders();
        own.addTo(headers);
        Response answer;
        try (BodyMemory.Part memory = limits.bodies().open(payer(caller))) {
            BodyLimits bodies = new BodyLimits(BODY_LIMIT, limits.jsonValues(), memory);
            Request request = new Request(jetty, caller, baseUrl(jetty), authority(jetty), bodies, patience, languages);
            RecordsRead records = new RecordsRead();
            answer = Activity.ofRequest(telemetry, origin, own.routingId(), new CallerWatch(request), records)
                    .call(() -> answer(jetty, request, identity, headers));
            if (!records.warning().isEmpty()) {
                headers.put(POLICY_WARNING, records.warning());
            }
            if (records.count() > 0) {
                limits.spend(request.subscription(), payer(caller), records.count());
            }
        }
        long answered = System.nanoTime();
        protect(headers);
        send(answer, jetty, out, callback);
        // How long a caller follows a stream that has no end says nothing of this server.
        long end = answer.isEndless() ? answered : System.nanoTime();
        requests.labelValues(Methods.known(jetty.getMethod()), Integer.toString(answer.status()))
                .observe(end - begin);
        RequestSpan.end(span, answer.status());
        return true;
    }

    /// What a browser is told besides, so that it takes nothing for what it is not and keeps nothing that is for its
    /// user alone. An answer may say something else of how long it is kept.
    private void protect(HttpFields.Mutable headers) {
        headers.put(NO_SNIFFING);
        if (!access.authorizer().isOpen()) {
            headers.put(NO_STORE);
        }
        if (strictTransport) {
            headers.put(STRICT_TRANSPORT);
        }
    }

    private static void send(
            Response answer,
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback callback) {
        out.setStatus(answer.status());
        HttpFields.Mutable headers = out.getHeaders();
        for (Response.Header header : answer.headers()) {
            headers.put(header.name(), header.value());
        }
        if (!answer.contentType().isEmpty()) {
            headers.put(HttpHeader.CONTENT_TYPE, answer.contentType());
        }
        long length = answer.flow().map(Response.Flow::length).orElse((long) answer.body().length);
        boolean hasContent = answer.status() != 204 && answer.status() != 304;
        if (hasContent && length >= 0 && !headers.contains(HttpHeader.CONTENT_LENGTH)) {
            headers.put(HttpHeader.CONTENT_LENGTH, length);
        }
        boolean unread = answer.status() != 408 && UnreadBody.isComing(jetty);
        if (unread || answer.status() == 408) {
            // The rest of the body is still on its way, and was not read: it must not pass for a request.
            headers.put(HttpHeader.CONNECTION, "close");
        }
        if (unread && answer.flow().isEmpty()) {
            UnreadBody.answerFirst(jetty, out, answer.body(), callback);
        } else if (answer.flow().isPresent()) {
            pass(answer.flow().get().bytes(), out, callback);
        } else {
            // Jetty adds a length of 0 to a last part that is the first one, and a 304 would say that of what is known.
            out.write(hasContent, ByteBuffer.wrap(answer.body()), callback);
        }
    }

    private static void pass(InputStream body, org.eclipse.jetty.server.Response out, Callback callback) {
        try (body;
                OutputStream stream = Content.Sink.asOutputStream(out)) {
            body.transferTo(stream);
        } catch (IOException brokenOff) {
            callback.failed(brokenOff);
            return;
        }
        callback.succeeded();
    }

    private Response answer(
            org.eclipse.jetty.server.Request jetty, Request request, Identity identity, HttpFields.Mutable headers) {
        @Nullable Surface surface = null;
        try {
            surface = surface(request);
            Surface serving = surface;
            if (serving.isVital(request)) {
                return admitted(serving, jetty, request, identity, headers);
            }
            if (closing) {
                throw new ProblemException(new Problem.Unavailable());
            }
            return ifThereIsTime(() -> admitted(serving, jetty, request, identity, headers));
        } catch (ProblemException refused) {
            note(request, refused.problem());
            return refuse(surface, request, refused.problem());
        } catch (AbandonedException gone) {
            LOG.debug("{} {} was given up: its caller has gone", request.method(), request.path());
            return refuse(surface, request, new Problem.RequestTimeout());
        } catch (RuntimeException failure) {
            Problem problem = trouble.apply(failure);
            if (problem instanceof Problem.Internal) {
                LOG.error("{} {} failed", request.method(), request.path(), failure);
            } else {
                LOG.warn("{} {}: {}", request.method(), request.path(), failure.getMessage());
            }
            return refuse(surface, request, problem);
        } catch (StackOverflowError | LinkageError failure) {
            LOG.error("{} {} failed", request.method(), request.path(), failure);
            return refuse(surface, request, new Problem.Internal());
        } catch (OutOfMemoryError end) {
            FailStop.caught(end);
            throw end;
        }
    }

    /// Who may not is recorded, and who could not say who they are.
    private void note(Request request, Problem problem) {
        // What a hook refuses is recorded where it was asked.
        boolean denied = problem instanceof Problem.Unauthenticated
                || (problem instanceof Problem.Forbidden && problem.code() != ProblemCode.HOOK_FAILED);
        if ((denied && !access.authorizer().isOpen()) || problem instanceof Problem.SignatureRefused) {
            access.records()
                    .refused(new RefusalTrail.Refusal(
                            request.caller(),
                            request.subscription(),
                            problem.code().text(),
                            message(problem),
                            request.method(),
                            request.path()));
        }
    }

    /// What a caller is told of a wrong signature has headers of the request in it, and the time.
    private static String message(Problem problem) {
        return problem instanceof Problem.SignatureRefused(var flaw, var _) ? flaw.message() : problem.message();
    }

    /// From now on only what is vital is answered: the server is about to stop.
    void refuseMore() {
        closing = true;
    }

    /// What is refused does not count as work: else refusing many would be the reason for refusing more.
    private Response ifThereIsTime(Supplier<Response> work) {
        WorkInProgress atWork = telemetry.atWork();
        try {
            if (limits.exceededBy(atWork.begin())) {
                shed.inc();
                throw new ProblemException(new Problem.Overloaded());
            }
            return work.get();
        } finally {
            atWork.end();
        }
    }

    private Response admitted(
            Surface surface,
            org.eclipse.jetty.server.Request jetty,
            Request request,
            Identity identity,
            HttpFields.Mutable headers) {
        requireSound(jetty, identity);
        request.decided(request.caller().by(request.context(surface.door())));
        Asked asked = access.authorizer().isOpen() ? Asked.NOTHING : asked(surface, request, identity);
        requireFew(surface, request, identity, asked);
        if (!(asked instanceof Asked.Nothing)) {
            requireOneIdentity(jetty, request);
        }
        access.requireKnown(identity, asked, challenge(request));
        if (!surface.isVital(request) && !isFront(identity)) {
            charge(request, surface.use(request), headers);
        }
        request.decided(access.decide(request.caller(), asked));
        TextRules.requireUtf8(jetty.getHeaders(), request.path());
        requirePreconditions(surface, request);
        Response answer = surface.answer(request);
        boolean known = !request.caller().principal().id().equals(Principal.UNKNOWN) && !isFront(identity);
        if (!access.authorizer().isOpen() && known) {
            access.records().recognised(request.caller());
        }
        return request.method().equals("HEAD") ? answer : Checksums.answered(jetty.getHeaders(), answer);
    }

    /// Whether the request may come from there, and for such an address. Of what a front passes on, or asks itself, the
    /// front has looked at that.
    private void requireSound(org.eclipse.jetty.server.Request jetty, Identity identity) {
        boolean signed = jetty.getHeaders().contains(FrontTokens.HEADER);
        if (signed && behindFront && tokens.isEmpty()) {
            throw new ProblemException(new Problem.Forbidden(
                    "The front lets callers sign in, and this cell takes all of them for the developer: start it with"
                            + " --require-sign-in and --cell-key-file."));
        }
        policy.requirePeer(jetty);
        if (!isFront(identity) && passed(jetty).isEmpty()) {
            if (signed && tokens.isPresent()) {
                throw new ProblemException(new Problem.Forbidden(
                        "The front that has passed this request on has another key than this cell, or another time:"
                                + " all cells and fronts have to have the same --cell-key-file."));
            }
            policy.require(jetty, () -> addressed(jetty));
        }
    }

    private static boolean isFront(Identity identity) {
        return identity instanceof Identity.Known(var principal, var _)
                && principal.id().equals(FrontTokens.FRONT.id());
    }

    /// What a front says of a request that it has passed on, if it has shown that it is one.
    private Optional<FrontTokens.Passed> passed(org.eclipse.jetty.server.Request jetty) {
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        if (jetty.getAttribute(FrontTokens.HEADER) instanceof Optional<?> known) {
            return known.map(FrontTokens.Passed.class::cast);
        }
        Optional<FrontTokens.Passed> found = Optional.ofNullable(
                        jetty.getHeaders().get(FrontTokens.HEADER))
                .flatMap(token -> tokens.get().passed(jetty.getMethod(), target(jetty), token));
        jetty.setAttribute(FrontTokens.HEADER, found);
        return found;
    }

    private static String target(org.eclipse.jetty.server.Request jetty) {
        return jetty.getHttpURI().getPathQuery();
    }

    /// What is wrong with the address is told to those alone who have said who they are.
    private Asked asked(Surface surface, Request request, Identity identity) {
        try {
            return surface.asks(request);
        } catch (ProblemException wrong) {
            access.requireKnown(identity, Asked.KNOWN, challenge(request));
            throw wrong;
        }
    }

    private Identity identity(org.eclipse.jetty.server.Request jetty) {
        if (access.authorizer().isOpen()) {
            return Identity.DEVELOPER;
        }
        Optional<String> authorization = Optional.ofNullable(jetty.getHeaders().get(HttpHeader.AUTHORIZATION));
        return access.authenticator()
                .identify(new PresentedCredentials(
                        authorization, certificate(jetty), baseUrl(jetty), jetty.getMethod(), target(jetty)));
    }

    /// What the client has shown on the connection.
    private static Optional<X509Certificate> certificate(org.eclipse.jetty.server.Request jetty) {
        return jetty.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData session
                        && session.peerCertificates() != null
                        && session.peerCertificates().length > 0
                ? Optional.of(session.peerCertificates()[0])
                : Optional.empty();
    }

    /// A request says once who makes it: of two who are named, one could be taken where the other was meant.
    private static void requireOneIdentity(org.eclipse.jetty.server.Request jetty, Request request) {
        int shown = certificate(jetty).isPresent() ? 1 : 0;
        for (HttpField field : jetty.getHeaders()) {
            shown += field.getHeader() == HttpHeader.AUTHORIZATION ? 1 : 0;
        }
        shown += request.rawQuery().contains("X-Amz-Signature=") ? 1 : 0;
        if (shown > 1) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.MULTIPLE_CREDENTIALS,
                    "Expected one of the header Authorization, a presigned address and a client certificate, found"
                            + " several.",
                    "Authorization"));
        }
    }

    /// Where to sign in, in the words that Azure's clients look for.
    private static String challenge(Request request) {
        return "Bearer authorization_uri=\"" + request.baseUrl() + "/adfs\"";
    }

    /// Wherever they are sent: a condition that can't be read is refused, and not taken for none.
    private static void requirePreconditions(Surface surface, Request request) {
        for (String name : PRECONDITIONS) {
            Optional<String> value = request.header(name);
            boolean empty = value.isPresent() && EntityTags.parse(name, value).isAbsent();
            if (empty && !surface.takesEmptyPreconditions(request)) {
                throw EntityTags.empty(name);
            }
        }
    }

    /// Callers that have not said who they are get few answers, from each address.
    private void requireFew(Surface surface, Request request, Identity identity, Asked asked) {
        boolean unknown = !(identity instanceof Identity.Known) && !(asked instanceof Asked.Signed);
        boolean limited = unknown && !access.authorizer().isOpen() && !surface.isVital(request);
        if (limited && limits.takeUnknown(request.caller().address()) instanceof Grant.Refused(var pause)) {
            throw new ProblemException(new Problem.TooManyRequests("requests of callers that are not known", pause));
        }
    }

    private void charge(Request request, Use use, HttpFields.Mutable headers) {
        String subscription = request.subscription();
        String payer = subscription.isEmpty() ? "tenant" : "subscription";
        switch (limits.take(subscription, payer(request.caller()), use)) {
            case Grant.Granted(var remaining) ->
                headers.put("x-ms-ratelimit-remaining-" + payer + "-" + use.word(), Long.toString(remaining));
            case Grant.Refused(var pause) -> {
                headers.put("x-ms-ratelimit-remaining-" + payer + "-" + use.word(), "0");
                limited.labelValues(use.word()).inc();
                throw new ProblemException(new Problem.TooManyRequests(use.word(), pause));
            }
        }
    }

    /// Who pays for a request: a principal by its id, since several may have one name; one that is not known yet by
    /// where it comes from, so that callers who are not known do not pay for each other.
    private Object payer(Caller caller) {
        Principal principal = caller.principal();
        boolean unknown =
                principal.id().equals(Principal.UNKNOWN) && !access.authorizer().isOpen();
        return unknown ? caller.address() : principal.key();
    }

    private Surface surface(Request request) {
        for (Surface surface : surfaces) {
            if (surface.serves(request)) {
                return surface;
            }
        }
        throw new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }

    private static Response refuse(@Nullable Surface surface, Request request, Problem problem) {
        return surface == null ? ErrorDocument.response(request, problem) : surface.refuse(request, problem);
    }

    private String baseUrl(org.eclipse.jetty.server.Request jetty) {
        return publicUrl.orElseGet(() -> addressed(jetty));
    }

    /// Scheme and authority as the caller has written them.
    private String addressed(org.eclipse.jetty.server.Request jetty) {
        return forwarded(jetty).orElseGet(() -> (jetty.isSecure() ? "https://" : "http://") + authority(jetty));
    }

    private String authority(org.eclipse.jetty.server.Request jetty) {
        return passed(jetty)
                .map(FrontTokens.Passed::authority)
                .or(() -> forwarded(jetty).map(url -> url.substring(url.indexOf("://") + "://".length())))
                .or(() -> Optional.ofNullable(jetty.getHeaders().get(HttpHeader.HOST)))
                .orElseGet(() -> org.eclipse.jetty.server.Request.getServerName(jetty) + ":"
                        + org.eclipse.jetty.server.Request.getServerPort(jetty));
    }

    private Optional<String> forwarded(org.eclipse.jetty.server.Request jetty) {
        if (tokens.isPresent()) {
            return passed(jetty).map(FrontTokens.Passed::baseUrl);
        }
        return behindFront ? Forwarded.baseUrl(jetty.getHeaders()) : Optional.empty();
    }
}
