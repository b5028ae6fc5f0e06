package fairlead.server.problem;

import fairlead.contract.Rule;
import fairlead.handler.ErrorCode;
import java.util.Optional;

/// What a problem, or the failure of an operation, is called. Programs branch on it.
///
/// - [ProblemCode]: a refusal of the control plane, in every protocol;
/// - [FailureCode]: an operation that the control plane itself lets fail;
/// - [OfSignature]: a request that is not signed as it has to be;
/// - [OfHandler]: a handler error code;
/// - [OfRule]: a rule of the handler contract that a handler broke;
/// - [Unlisted]: a text that none of these has, from a cell or a database of another version.
///
/// The code branches on these values, and never on their texts.
public sealed interface Code
        permits ProblemCode, FailureCode, Code.OfSignature, Code.OfHandler, Code.OfRule, Code.Unlisted {

    /// The status of a failure that no repetition can heal, for which the request is as little to blame as the server:
    /// clients repeat what is answered with 5xx, a PUT as well, and each repetition would be another operation.
    int PERMANENT = 422;

    /// As callers read it and as the database has it.
    String text();

    /// The HTTP status of an answer with this code, where the problem has no other.
    int status();

    /// The handler error code of the same text: some refusals are called as handlers call them.
    default Optional<ErrorCode> ofHandler() {
        return ErrorCode.parse(text());
    }

    /// A signature that is refused.
    record OfSignature(SignatureFlaw flaw) implements Code {
        @Override
        public String text() {
            return flaw.queryCode();
        }

        @Override
        public int status() {
            return flaw.status();
        }
    }

    /// A handler's own failure.
    record OfHandler(ErrorCode code) implements Code {
        @Override
        public String text() {
            return code.wireName();
        }

        @Override
        public int status() {
            return Code.status(code);
        }

        @Override
        public Optional<ErrorCode> ofHandler() {
            return Optional.of(code);
        }
    }

    /// A broken rule of the handler contract.
    record OfRule(Rule rule) implements Code {
        @Override
        public String text() {
            return rule.id();
        }

        @Override
        public int status() {
            return PERMANENT;
        }
    }

    /// A text from another version of the control plane; it is passed on as it is.
    record Unlisted(String text) implements Code {
        @Override
        public int status() {
            return PERMANENT;
        }
    }

    static Code of(ErrorCode code) {
        return new OfHandler(code);
    }

    static Code of(Rule rule) {
        return new OfRule(rule);
    }

    /// The code of that text, whatever it is.
    static Code parse(String text) {
        return ErrorCode.parse(text)
                .<Code>map(OfHandler::new)
                .or(() -> ProblemCode.parse(text))
                .or(() -> FailureCode.parse(text))
                .or(() -> Rule.parse(text).map(OfRule::new))
                .orElseGet(() -> new Unlisted(text));
    }

    /// A service that is out of order for the moment is a bad gateway, and one that does not answer in time is too
    /// slow; 500 is a bug of the control plane.
    private static int status(ErrorCode code) {
        return switch (code) {
            case INVALID_REQUEST, INVALID_TYPE_CONFIGURATION, SERVICE_LIMIT_EXCEEDED -> 400;
            case ACCESS_DENIED, UNAUTHORIZED_TAGGING_OPERATION, INVALID_CREDENTIALS -> 403;
            case NOT_FOUND -> 404;
            case ALREADY_EXISTS, RESOURCE_CONFLICT, NOT_UPDATABLE -> 409;
            case THROTTLING -> 429;
            case SERVICE_TIMEOUT -> 504;
            case SERVICE_INTERNAL_ERROR, NETWORK_FAILURE -> 502;
            case NOT_STABILIZED, GENERAL_SERVICE_EXCEPTION, INTERNAL_FAILURE, HANDLER_INTERNAL_FAILURE -> PERMANENT;
        };
    }
}
