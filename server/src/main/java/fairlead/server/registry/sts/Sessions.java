package fairlead.server.registry.sts;

import com.nimbusds.jwt.JWTClaimsSet;
import fairlead.server.access.Caller;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.Credential;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.IdentitySurface;
import fairlead.server.access.identity.accesskey.AccessKeys;
import fairlead.server.access.identity.accesskey.Holder;
import fairlead.server.access.identity.accesskey.KeyMaterial;
import fairlead.server.access.identity.accesskey.Session;
import fairlead.server.access.identity.token.TokenRefusedException;
import fairlead.server.access.identity.token.TokenVerifier;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.QueryParameters.Rule;
import fairlead.server.registry.query.UnsignedCall;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.signature.AssumedRoles.Role;
import fairlead.server.signature.Signed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Begins the sessions of the AWS Security Token Service.
///
/// Whatever would narrow a session and is not understood is refused: a restriction that is ignored is a hole.
public final class Sessions {

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
    private static final Rule ROLE_ARN = Rule.of("[\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff]+", 20, 2048);
    private static final Rule SESSION_NAME = Rule.of("[\\w+=,.@-]*", 2, 64);
    private static final Rule TOKEN = Rule.of("\\S+\\s*", 4, 20_000);
    private static final Rule MESSAGE = Rule.of("\\S+\\s*", 1, 10_240);
    private static final Rule KEY_ID = Rule.of("\\w*", 16, 128);
    private static final int SHORTEST = 900;
    private static final int USUAL = 3_600;
    private static final int LONGEST_OF_ROLE = 43_200;
    private static final int LONGEST_OF_SELF = 129_600;
    private static final List<String> NOT_UNDERSTOOD =
            List.of("SourceIdentity", "SerialNumber", "TokenCode", "ProviderId");
    private static final List<String> LISTS_NOT_UNDERSTOOD = List.of("Tags", "TransitiveTagKeys", "ProvidedContexts");

    private final AccessKeys keys;
    private final AssumedRoles roles;
    private final Directory directory;
    private final TokenVerifier verifier;
    private final IdentitySurface.Decisions decisions;
    private final Clock clock;

    /// @param decisions says why requests were allowed or refused
    public Sessions(
            AccessKeys keys,
            AssumedRoles roles,
            Directory directory,
            TokenVerifier verifier,
            IdentitySurface.Decisions decisions,
            Clock clock) {
        this.decisions = decisions;
        this.keys = keys;
        this.roles = roles;
        this.directory = directory;
        this.verifier = verifier;
        this.clock = clock;
    }

    /// A session of a role.
    record OfRole(AccessKeys.Temporary keys, String id, String arn) {}

    /// A session of a role, with what the token says by which it was begun.
    record OfWebIdentity(OfRole role, String subject, String issuer, String audience) {}

    // -- one's own ----------------------------------------------------------------------------------------------------

    /// GetSessionToken.
    AccessKeys.Temporary ofSelf(QueryCall call) {
        QueryParameters parameters = call.parameters();
        int seconds = parameters.number("DurationSeconds", SHORTEST, LONGEST_OF_SELF, LONGEST_OF_ROLE);
        requireUnderstood(parameters);
        parameters.verify();
        Signed signed = call.signed();
        Holder holder = signed.holder();
        if (holder.isTemporary()) {
            throw denied("Cannot call GetSessionToken with session credentials");
        }
        Instant now = clock.instant();
        Session session = new Session(
                holder.principal(),
                signed.account().subscription(),
                Optional.empty(),
                now,
                now.plusSeconds(seconds),
                List.of(holder.subject()));
        return keys.begin(signed.caller(), "GetSessionToken", session, JsonNodeFactory.instance.objectNode());
    }

    // -- roles --------------------------------------------------------------------------------------------------------

    /// AssumeRole.
    OfRole ofRole(QueryCall call) {
        Asked asked = asked(call.parameters());
        Signed signed = call.signed();
        boolean chained = signed.holder().kind() == Holder.Kind.ROLE;
        if (chained && asked.validity.toSeconds() > USUAL) {
            throw CommonErrors.invalid(
                    "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed"
                            + " by role chaining.");
        }
        AssumedRoles.Assumed assumed =
                roles.require(signed.caller(), signed.holder(), signed.account(), asked.arn, "sts:AssumeRole");
        List<Subject> sources = new ArrayList<>(List.of(signed.holder().subject()));
        sources.addAll(signed.holder().sources());
        Caller caller = signed.caller().with(assumed.permit());
        return begin(caller, "AssumeRole", assumed.role(), asked, sources, JsonNodeFactory.instance.objectNode());
    }

    /// AssumeRoleWithWebIdentity: a token of an issuer that is trusted, for which the role has a federated credential.
    OfWebIdentity ofWebIdentity(UnsignedCall call) {
        QueryParameters parameters = call.parameters();
        String token = parameters.required("WebIdentityToken", TOKEN).strip();
        Asked asked = asked(parameters);
        JWTClaimsSet claims = verified(token);
        Optional<Role> role = roles.find(asked.arn);
        for (String audience : claims.getAudience()) {
            Credential.Proof.Federated shown = new Credential.Proof.Federated(
                    String.valueOf(claims.getIssuer()), String.valueOf(claims.getSubject()), audience);
            Optional<DirectoryObject> found =
                    role.flatMap(one -> directory.federated(one.object().subject(), shown));
            if (found.isPresent()) {
                ObjectNode parametersOf = JsonNodeFactory.instance
                        .objectNode()
                        .put("issuer", shown.issuer())
                        .put("subject", shown.subject());
                Caller caller = call.caller()
                        .as(role.get().principal(), Subject.of(found.get().id()));
                OfRole begun = begin(caller, "AssumeRoleWithWebIdentity", role.get(), asked, List.of(), parametersOf);
                return new OfWebIdentity(begun, shown.subject(), shown.issuer(), audience);
            }
        }
        LOG.info("no credential of {} fits the token of {} for {}", asked.arn, claims.getIssuer(), claims.getSubject());
        throw denied("Not authorized to perform sts:AssumeRoleWithWebIdentity");
    }

    private JWTClaimsSet verified(String token) {
        try {
            return verifier.verifyForeign(token);
        } catch (TokenRefusedException refused) {
            LOG.info("a web identity token was refused: {}", refused.getMessage());
            throw switch (refused.kind()) {
                case EXPIRED ->
                    new ProblemException(CommonErrors.refused(
                            ProblemCode.EXPIRED_TOKEN_EXCEPTION,
                            "Token expired: the web identity token that was passed is expired or is not valid."));
                case REJECTED ->
                    new ProblemException(new Problem.Forbidden(
                            ProblemCode.IDP_REJECTED_CLAIM,
                            "The web identity token lacks a claim that its issuer's tokens have to have."));
                case INVALID, WRONG_AUDIENCE ->
                    new ProblemException(CommonErrors.refused(
                            ProblemCode.INVALID_IDENTITY_TOKEN,
                            "The web identity token that was passed could not be validated."));
            };
        }
    }

    /// What a session of a role is asked for.
    private record Asked(String arn, String session, Duration validity) {}

    private static Asked asked(QueryParameters parameters) {
        String arn = parameters.required("RoleArn", ROLE_ARN);
        String session = parameters.required("RoleSessionName", SESSION_NAME);
        int seconds = parameters.number("DurationSeconds", SHORTEST, LONGEST_OF_ROLE, USUAL);
        requireUnderstood(parameters);
        parameters.verify();
        return new Asked(arn, session, Duration.ofSeconds(seconds));
    }

    private static void requireUnderstood(QueryParameters parameters) {
        if (parameters.text("Policy").isPresent()
                || parameters.structure("PolicyArns").given()) {
            throw new ProblemException(CommonErrors.refused(
                    ProblemCode.MALFORMED_POLICY_DOCUMENT,
                    "Session policies are not supported: expected neither Policy nor PolicyArns. Assume a role that"
                            + " may do less instead."));
        }
        NOT_UNDERSTOOD.stream()
                .filter(name -> parameters.text(name).isPresent())
                .forEach(name -> parameters.wrong("The parameter '" + name + "' is not supported"));
        LISTS_NOT_UNDERSTOOD.stream()
                .filter(name -> parameters.structure(name).given())
                .forEach(name -> parameters.wrong("The parameter '" + name + "' is not supported"));
    }

    private OfRole begin(
            Caller caller, String deed, Role role, Asked asked, List<Subject> sources, ObjectNode parameters) {
        Instant now = clock.instant();
        Session session = new Session(
                role.principal(),
                role.account().subscription(),
                Optional.of(asked.session),
                now,
                now.plus(asked.validity),
                sources);
        parameters.put("roleArn", asked.arn).put("roleSessionName", asked.session);
        AccessKeys.Temporary begun = keys.begin(caller, deed, session, parameters);
        String id = KeyMaterial.roleId(role.object().id()) + ":" + asked.session;
        return new OfRole(begun, id, AssumedRoles.arn(role.account(), role.principal(), asked.session));
    }

    // -- decisions ----------------------------------------------------------------------------------------------------

    /// DecodeAuthorizationMessage. What is encoded is the id of a request (`x-amzn-RequestId`): the decision is looked
    /// up in
    /// the audit trail, so that nothing of it is told to those who may not know it.
    String decoded(QueryCall call) {
        String id = call.parameters().required("EncodedMessage", MESSAGE).strip();
        call.parameters().verify();
        Signed signed = call.signed();
        try {
            return JsonMapper.shared()
                    .writeValueAsString(decisions.why(
                            signed.caller(), id, Optional.of(signed.account().subscription())));
        } catch (ProblemException unknown) {
            LOG.debug("nothing is known of the request {}", id, unknown);
            throw new ProblemException(CommonErrors.refused(
                    ProblemCode.INVALID_AUTHORIZATION_MESSAGE,
                    "Message is not valid: expected the id of a request to this account that was refused, or that"
                            + " changed something"));
        }
    }

    // -- keys ---------------------------------------------------------------------------------------------------------

    /// GetAccessKeyInfo: of the keys of the caller alone; whose the others are is not told.
    String accountOf(QueryCall call) {
        String id = call.parameters().required("AccessKeyId", KEY_ID);
        call.parameters().verify();
        Signed signed = call.signed();
        boolean own = keys.list(signed.caller().principal().id()).stream()
                .anyMatch(key -> key.id().equals(id)
                        && key.subscription().equals(signed.account().subscription()));
        if (!own) {
            throw denied("Not authorized to perform sts:GetAccessKeyInfo on the access key " + id);
        }
        return signed.account().number();
    }

    private static ProblemException denied(String message) {
        return new ProblemException(new Problem.Forbidden(ProblemCode.AUTHORIZATION_FAILED, message));
    }
}
