package fairlead.server.problem;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All codes of refused requests: the catalogue that the reference of errors is made from.
///
/// Codes and statuses are those of the "Azure resource provider contract" and of Azure's own services where
/// they have one. Some belong to one protocol of AWS alone and are called as its services call them.
public enum ProblemCode implements Code {
    ACCESS_DATA_SEALED_OTHERWISE("AccessDataSealedOtherwise", 409),
    ACCESS_DATA_TOO_OLD("AccessDataTooOld", 503, Retry.HELPS),
    ACTION_NOT_FOUND("ActionNotFound", 404),
    ALREADY_EXISTS_EXCEPTION("AlreadyExistsException", 400),
    AMBIGUOUS_ARN("AmbiguousArn", 409),
    ANOTHER_OPERATION_IN_PROGRESS(
            "AnotherOperationInProgress", 409, Retry.HELPS, AwsNames.cloudControl("ConcurrentOperationException")),
    APPROVAL_CLOSED("ApprovalClosed", 409),
    APPROVAL_NOT_ALLOWED("ApprovalNotAllowed", 403),
    APPROVAL_NOT_FOUND("ApprovalNotFound", 404),
    APPROVAL_REQUIRED("ApprovalRequired", 409, new AwsNames("", "AccessDenied", "AccessDenied")),
    AUDIT_EXPORT_BEHIND("AuditExportBehind", 503, Retry.HELPS),
    AUDIT_RECORD_NOT_FOUND("AuditRecordNotFound", 404),
    AUTHENTICATION_FAILED("AuthenticationFailed", 401),
    AUTHORIZATION_FAILED("AuthorizationFailed", 403, new AwsNames("", "AccessDenied", "AccessDenied")),
    BAD_REQUEST("BadRequest", 400),
    BOOTSTRAPPED_ALREADY("BootstrappedAlready", 409),
    BUCKET_NOT_EMPTY("BucketNotEmpty", 409),
    CFN_REGISTRY_EXCEPTION("CFNRegistryException", 400, AwsNames.cloudControl("CFNRegistryException")),
    CHANGE_SET_NOT_FOUND("ChangeSetNotFound", 404),
    CHECKSUM_MISMATCH("ChecksumMismatch", 400, AwsNames.s3("BadDigest")),
    CLIENT_TOKEN_CONFLICT("ClientTokenConflict", 409, AwsNames.cloudControl("ClientTokenConflictException")),
    CONTRACT_REPORT_MISMATCH("ContractReportMismatch", 409),
    CONTRACT_REPORT_NOT_FOUND("ContractReportNotFound", 404),
    CONTRACT_TESTS_FAILED("ContractTestsFailed", 409),
    CONTRACT_TESTS_REQUIRED("ContractTestsRequired", 409),
    DEPLOYMENT_ACTIVE("DeploymentActive", 409),
    DEPLOYMENT_CANNOT_BE_CANCELLED("DeploymentCannotBeCancelled", 409),
    DEPLOYMENT_NAME_INVALID_CHARACTERS("DeploymentNameInvalidCharacters", 400),
    DEPLOYMENT_NAME_LENGTH_LIMIT_EXCEEDED("DeploymentNameLengthLimitExceeded", 400),
    DEPLOYMENT_NOT_FOUND("DeploymentNotFound", 404),
    DEPLOYMENT_QUOTA_EXCEEDED("DeploymentQuotaExceeded", 409),
    DEPLOYMENT_STACK_CHANGED("DeploymentStackChanged", 409),
    DEPLOYMENT_STACK_IN_NON_TERMINAL_STATE("DeploymentStackInNonTerminalState", 409),
    DEPLOYMENT_STACK_NOT_FOUND("DeploymentStackNotFound", 404),
    DEPLOYMENT_STACK_OUT_OF_SYNC("DeploymentStackOutOfSync", 409),
    DEPLOYMENT_STACK_WHAT_IF_RESULT_NOT_FOUND("DeploymentStackWhatIfResultNotFound", 404),
    DENY_ASSIGNMENT_AUTHORIZATION_FAILED(
            "DenyAssignmentAuthorizationFailed", 403, new AwsNames("", "AccessDenied", "AccessDenied")),
    DENY_ASSIGNMENT_IS_PROTECTED("DenyAssignmentIsProtected", 409),
    DENY_ASSIGNMENT_NOT_FOUND("DenyAssignmentNotFound", 404),
    DEVICE_CODE_NOT_FOUND("DeviceCodeNotFound", 404),
    DOCUMENT_NOT_FOUND("DocumentNotFound", 404),
    DRIFT_NOT_TRACKED("DriftNotTracked", 409),
    ENDPOINTS_NOT_FOUND("EndpointsNotFound", 404),
    EXPIRED_AUTHENTICATION_TOKEN("ExpiredAuthenticationToken", 401),
    EXPIRED_TOKEN_EXCEPTION("ExpiredTokenException", 400),
    GATEWAY_TIMEOUT("GatewayTimeout", 504, Retry.HELPS),
    HTTP_VERSION_NOT_SUPPORTED("HttpVersionNotSupported", 505),
    IDP_REJECTED_CLAIM("IDPRejectedClaim", 403),
    HOOK_FAILED("HookFailed", 403, new AwsNames("", "AccessDenied", "AccessDenied")),
    HOOK_RESULT_NOT_FOUND("HookResultNotFound", 404),
    INSUFFICIENT_CAPABILITIES_EXCEPTION("InsufficientCapabilitiesException", 400),
    INSUFFICIENT_STORAGE(
            "InsufficientStorage", 507, Retry.HELPS, new AwsNames("", "ServiceUnavailable", "ServiceUnavailable")),
    INTERNAL_SERVER_ERROR("InternalServerError", 500, new AwsNames("", "InternalFailure", "InternalError")),
    INVALID_ACTION("InvalidAction", 400),
    INVALID_API_VERSION_PARAMETER("InvalidApiVersionParameter", 400),
    INVALID_ARGUMENT("InvalidArgument", 400),
    INVALID_AUTHENTICATION_TOKEN("InvalidAuthenticationToken", 401),
    INVALID_AUTHENTICATION_TOKEN_AUDIENCE("InvalidAuthenticationTokenAudience", 401),
    INVALID_BUCKET_NAME("InvalidBucketName", 400),
    INVALID_CHANGE_SET_STATUS("InvalidChangeSetStatus", 400),
    INVALID_CHECKSUM("InvalidChecksum", 400, AwsNames.s3("InvalidDigest")),
    INVALID_CONDITION("InvalidCondition", 400),
    INVALID_AUTHORIZATION_MESSAGE("InvalidAuthorizationMessage", 400),
    INVALID_DEPLOYMENT_LOCATION("InvalidDeploymentLocation", 409),
    INVALID_DOCUMENT_URI("InvalidDocumentUri", 400),
    INVALID_ENDPOINT_QUESTION("InvalidEndpointQuestion", 400),
    INVALID_FILTER_IN_QUERY_STRING("InvalidFilterInQueryString", 400),
    INVALID_IDENTITY_TOKEN("InvalidIdentityToken", 400),
    INVALID_PARAMETER_EXCEPTION("InvalidParameterException", 400, AwsNames.cloudControl("InvalidParameterException")),
    INVALID_PART("InvalidPart", 400),
    INVALID_POLICY_RULE("InvalidPolicyRule", 400),
    INVALID_QUERY_PARAMETER("InvalidQueryParameter", 400),
    INVALID_RANGE("InvalidRange", 416),
    INVALID_REQUEST("InvalidRequest", 400),
    INVALID_REQUEST_CONTENT(
            "InvalidRequestContent", 400, new AwsNames("SerializationException", "MalformedInput", "IncompleteBody")),
    INVALID_REQUEST_EXCEPTION("InvalidRequestException", 400, AwsNames.cloudControl("InvalidRequestException")),
    INVALID_RESOURCE_GROUP("InvalidResourceGroup", 400),
    INVALID_RESOURCE_GROUP_LOCATION("InvalidResourceGroupLocation", 409),
    INVALID_RESOURCE_LOCATION("InvalidResourceLocation", 409),
    INVALID_RESOURCE_NAME("InvalidResourceName", 400),
    INVALID_RESOURCE_NAMESPACE("InvalidResourceNamespace", 404),
    INVALID_RESOURCE_TYPE("InvalidResourceType", 404, AwsNames.cloudControl("TypeNotFoundException")),
    INVALID_SKIP_TOKEN("InvalidSkipToken", 400),
    INVALID_SUBSCRIPTION_ID("InvalidSubscriptionId", 400),
    INVALID_TEMPLATE("InvalidTemplate", 400),
    INVALID_TESTS("InvalidTests", 400),
    INVALID_TYPE_VERSION("InvalidTypeVersion", 400),
    INVALID_URI("InvalidUri", 400),
    INVALID_WATCH_FILTER("InvalidWatchFilter", 400),
    INVALID_WATCH_TOKEN("InvalidWatchToken", 400),
    INVALID_WEBHOOK("InvalidWebhook", 400),
    LAST_OWNER("LastOwner", 409),
    LEFT_BEHIND_NOT_DELETED("LeftBehindNotDeleted", 409),
    LEFT_BEHIND_NOT_FOUND("LeftBehindNotFound", 404),
    LINKED_AUTHORIZATION_FAILED("LinkedAuthorizationFailed", 403, new AwsNames("", "AccessDenied", "AccessDenied")),
    LOCATION_BUSY("LocationBusy", 503, Retry.HELPS),
    LOCATION_DISCONNECTED("LocationDisconnected", 502, Retry.HELPS),
    LOCATION_NOT_AVAILABLE_FOR_RESOURCE_GROUP("LocationNotAvailableForResourceGroup", 400),
    LOCATION_NOT_AVAILABLE_FOR_RESOURCE_TYPE("LocationNotAvailableForResourceType", 400),
    LOCATION_NOT_REACHED("LocationNotReached", 503, Retry.HELPS),
    LOCATION_TIMEOUT("LocationTimeout", 504, Retry.HELPS),
    LOCATION_REQUIRED("LocationRequired", 400),
    LOCATION_UNAVAILABLE("LocationUnavailable", 503, Retry.HELPS),
    LOCK_NOT_FOUND("LockNotFound", 404),
    MALFORMED_POLICY_DOCUMENT("MalformedPolicyDocument", 400),
    MALFORMED_QUERY_STRING("MalformedQueryString", 400),
    MALFORMED_XML("MalformedXML", 400),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405),
    MISDIRECTED_REQUEST("MisdirectedRequest", 421),
    MISSING_ACTION("MissingAction", 400),
    MISSING_API_VERSION_PARAMETER("MissingApiVersionParameter", 400),
    MISSING_CHECKSUM("MissingChecksum", 400, AwsNames.s3("InvalidRequest")),
    NESTED_RESOURCES_EXIST("NestedResourcesExist", 409),
    NOTHING_TO_IMPORT("NothingToImport", 409),
    NOT_A_SERVICE_PRINCIPAL("NotAServicePrincipal", 409),
    NOT_FOUND("NotFound", 404),
    NOT_IMPLEMENTED("NotImplemented", 501),
    NOT_LISTABLE("NotListable", 409),
    NOT_UPDATABLE("NotUpdatable", 409, AwsNames.cloudControl("UnsupportedActionException")),
    NO_REGISTERED_PROVIDER_FOUND("NoRegisteredProviderFound", 400),
    NO_SUCH_KEY("NoSuchKey", 404),
    NO_SUCH_UPLOAD("NoSuchUpload", 404),
    OPERATIONS_PAUSED("OperationsPaused", 503, Retry.HELPS),
    OPERATION_CANCELED("OperationCanceled", 409),
    OPERATION_NOT_CANCELABLE("OperationNotCancelable", 409),
    OPERATION_NOT_FOUND("OperationNotFound", 404),
    PACKAGE_NOT_FOUND("PackageNotFound", 404),
    PARAMETER_NOT_FOUND("ParameterNotFound", 400),
    PARENT_RESOURCE_BEING_DELETED("ParentResourceBeingDeleted", 409),
    PARENT_RESOURCE_NOT_FOUND("ParentResourceNotFound", 404),
    PLAN_CHANGED("PlanChanged", 412),
    POLICY_ASSIGNMENT_NOT_FOUND("PolicyAssignmentNotFound", 404),
    POLICY_DEFINITION_NOT_FOUND("PolicyDefinitionNotFound", 404),
    POLICY_EXEMPTION_NOT_FOUND("PolicyExemptionNotFound", 404),
    POLICY_IS_BUILT_IN("PolicyIsBuiltIn", 409),
    POLICY_IS_IN_USE("PolicyIsInUse", 409),
    POLICY_SET_DEFINITION_NOT_FOUND("PolicySetDefinitionNotFound", 404),
    PRECONDITION_FAILED("PreconditionFailed", 412),
    PRINCIPAL_HAS_ASSIGNMENTS("PrincipalHasAssignments", 409),
    CERTIFICATE_NAME_TAKEN("CertificateNameTaken", 409),
    MULTIPLE_CREDENTIALS("MultipleCredentials", 400),
    PRINCIPAL_NOT_FOUND("PrincipalNotFound", 404),
    PROPERTY_CHANGE_NOT_ALLOWED("PropertyChangeNotAllowed", 409, AwsNames.cloudControl("NotUpdatableException")),
    QUOTA_EXCEEDED("QuotaExceeded", 409, AwsNames.cloudControl("ServiceLimitExceededException")),
    READ_ONLY_DISABLED_SUBSCRIPTION("ReadOnlyDisabledSubscription", 409),
    REPLACEMENT_HAS_SAME_IDENTIFIER("ReplacementHasSameIdentifier", 409),
    REQUEST_DISALLOWED_BY_POLICY("RequestDisallowedByPolicy", 403, new AwsNames("", "AccessDenied", "AccessDenied")),
    REQUEST_ENTITY_TOO_LARGE("RequestEntityTooLarge", 413, AwsNames.s3("EntityTooLarge")),
    REQUEST_HEADER_FIELDS_TOO_LARGE("RequestHeaderFieldsTooLarge", 431),
    REQUEST_TIMEOUT("RequestTimeout", 408),
    REQUEST_TOKEN_NOT_FOUND_EXCEPTION(
            "RequestTokenNotFoundException", 400, AwsNames.cloudControl("RequestTokenNotFoundException")),
    RESOURCES_IN_SEVERAL_LOCATIONS("ResourcesInSeveralLocations", 400),
    RESOURCE_ALREADY_EXISTS("ResourceAlreadyExists", 409, AwsNames.cloudControl("AlreadyExistsException")),
    RESOURCE_CREATED_FOR_ANOTHER("ResourceCreatedForAnother", 409),
    RESOURCE_DELETED("ResourceDeleted", 409),
    RESOURCE_GROUP_BEING_DELETED("ResourceGroupBeingDeleted", 409),
    RESOURCE_GROUP_NOT_FOUND("ResourceGroupNotFound", 404),
    RESOURCE_MANAGED_BY_ANOTHER_STACK("ResourceManagedByAnotherStack", 409),
    RESOURCE_NOT_FOUND("ResourceNotFound", 404, AwsNames.cloudControl("ResourceNotFoundException")),
    RESOURCE_NOT_READY("ResourceNotReady", 409),
    ROLE_ASSIGNMENT_EXISTS("RoleAssignmentExists", 409),
    ROLE_ASSIGNMENT_NOT_FOUND("RoleAssignmentNotFound", 404),
    ROLE_ASSIGNMENT_UPDATE_NOT_PERMITTED("RoleAssignmentUpdateNotPermitted", 409),
    ROLE_DEFINITION_DOES_NOT_EXIST("RoleDefinitionDoesNotExist", 400),
    ROLE_DEFINITION_HAS_ASSIGNMENTS("RoleDefinitionHasAssignments", 409),
    ROLE_DEFINITION_NOT_FOUND("RoleDefinitionNotFound", 404),
    ROLE_DEFINITION_UPDATE_NOT_PERMITTED("RoleDefinitionUpdateNotPermitted", 409),
    ROLE_DEFINITION_WITH_SAME_NAME_EXISTS("RoleDefinitionWithSameNameExists", 409),
    SCOPE_LOCKED("ScopeLocked", 409),
    SEAL_KEY_NOT_CHANGEABLE("SealKeyNotChangeable", 409),
    SEAL_ROTATION_IN_PROGRESS("SealRotationInProgress", 409),
    SECRET_TARGET_NOT_ALLOWED("SecretTargetNotAllowed", 409),
    SERIALIZATION_EXCEPTION("SerializationException", 400, AwsNames.cloudControl("SerializationException")),
    SERVER_BUSY("ServerBusy", 503, Retry.HELPS),
    SERVICE_UNAVAILABLE("ServiceUnavailable", 503, Retry.HELPS),
    SKU_CHANGE_NOT_ALLOWED("SkuChangeNotAllowed", 409),
    SUBSCRIPTION_NOT_FOUND("SubscriptionNotFound", 404),
    TOKEN_ALREADY_EXISTS_EXCEPTION("TokenAlreadyExistsException", 400),
    TOO_MANY_CREDENTIALS("TooManyCredentials", 409),
    TOO_MANY_REQUESTS("TooManyRequests", 429, Retry.HELPS),
    TYPE_CONFIGURATION_NOT_FOUND_EXCEPTION(
            "TypeConfigurationNotFoundException", 404, AwsNames.cloudControl("TypeConfigurationNotFoundException")),
    TYPE_IN_USE("TypeInUse", 409),
    TYPE_IS_SHIPPED("TypeIsShipped", 409),
    TYPE_NOT_FOUND("TypeNotFound", 404),
    TYPE_NOT_FOUND_EXCEPTION("TypeNotFoundException", 404, AwsNames.cloudControl("TypeNotFoundException")),
    TYPE_REMOVED("TypeRemoved", 409),
    TYPE_VERSION_EXISTS("TypeVersionExists", 409),
    TYPE_VERSION_IS_DEFAULT("TypeVersionIsDefault", 409),
    TYPE_VERSION_NOT_FOUND("TypeVersionNotFound", 404),
    UNKNOWN_OPERATION_EXCEPTION("UnknownOperationException", 400, AwsNames.cloudControl("UnknownOperationException")),
    UNSUPPORTED_ACTION("UnsupportedAction", 400, AwsNames.cloudControl("UnsupportedActionException")),
    UNSUPPORTED_CHECKSUM("UnsupportedChecksum", 400, AwsNames.s3("InvalidRequest")),
    UNSUPPORTED_IMPORT("UnsupportedImport", 409),
    UNSUPPORTED_MEDIA_TYPE("UnsupportedMediaType", 415),
    URI_TOO_LONG("UriTooLong", 414),
    VALIDATION_ERROR("ValidationError", 400),
    VALIDATION_EXCEPTION("ValidationException", 400, AwsNames.cloudControl("ValidationException")),
    VALIDATION_FAILED("ValidationFailed", 400),
    WATCH_HISTORY_GONE("WatchHistoryGone", 410),
    WEBHOOK_CHANGED("WebhookChanged", 409),
    WEBHOOK_NOT_FOUND("WebhookNotFound", 404);

    private static final Map<String, ProblemCode> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ProblemCode::text, Function.identity()));

    private enum Retry {
        HELPS,
        IS_IN_VAIN
    }

    private final String text;
    private final int status;
    private final Retry retry;

    @SuppressWarnings("ImmutableEnumChecker") // A record of texts, which nothing can change.
    private final AwsNames names;

    ProblemCode(String text, int status) {
        this(text, status, Retry.IS_IN_VAIN, AwsNames.USUAL);
    }

    ProblemCode(String text, int status, Retry retry) {
        this(text, status, retry, AwsNames.USUAL);
    }

    ProblemCode(String text, int status, AwsNames names) {
        this(text, status, Retry.IS_IN_VAIN, names);
    }

    ProblemCode(String text, int status, Retry retry, AwsNames names) {
        this.text = text;
        this.status = status;
        this.retry = retry;
        this.names = names;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public int status() {
        return status;
    }

    /// Whether the same request may succeed later without a change of it; such an answer has `Retry-After`.
    public boolean retryable() {
        return retry == Retry.HELPS;
    }

    /// The exception of the "AWS Cloud Control API".
    public String cloudControl() {
        return names.cloudControl().isEmpty() ? byStatus() : names.cloudControl();
    }

    private String byStatus() {
        return switch (status) {
            case 403 -> "AccessDeniedException";
            case 404 -> "InvalidRequestException";
            case 409, 412 -> "ResourceConflictException";
            case 429 -> "ThrottlingException";
            case 408 -> "ServiceInternalErrorException";
            default -> status < 500 ? "ValidationException" : "ServiceInternalErrorException";
        };
    }

    /// Its name in the AWS Query protocol, which CloudFormation speaks.
    public String query() {
        return names.query().isEmpty() ? text : names.query();
    }

    /// Its name in the protocol of S3.
    public String s3() {
        return names.s3().isEmpty() ? text : names.s3();
    }

    /// Whether it is an exception of a JSON protocol of AWS, and known by that name alone.
    public boolean isException() {
        return names.cloudControl().equals(text);
    }

    /// The code of that text, if it is one of these.
    public static Optional<ProblemCode> parse(String text) {
        return Optional.ofNullable(BY_TEXT.get(text));
    }
}
