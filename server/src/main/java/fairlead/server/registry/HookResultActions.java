package fairlead.server.registry;

import fairlead.server.access.Authorizer;
import fairlead.server.registry.ParameterRules.HookTarget;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.type.hook.HookResult;
import fairlead.server.type.hook.HookResults;
import fairlead.server.type.hook.HookVerdict;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/// `ListHookResults` and `GetHookResult`: what hooks have said of changes in the caller's account, as far as the caller
/// may read what was to be changed.
///
/// Everything here is provisioned by the API of a resource, so the target of a result is called
/// `CLOUD_CONTROL`, and its id is the `HooksRequestToken` that `GetResourceRequestStatus` tells.
final class HookResultActions {

    private static final String POINT = "PRE_PROVISION";
    private static final int MOST = 100;

    private final HookResults results;
    private final Owners owners;
    private final Authorizer authorizer;

    HookResultActions(HookResults results, Owners owners, Authorizer authorizer) {
        this.results = results;
        this.owners = owners;
        this.authorizer = authorizer;
    }

    private Predicate<HookResult> shown(QueryCall call) {
        ReadableResources readable =
                new ReadableResources(authorizer, call.signed().caller());
        return result -> (owners.anyKey() || result.target().subscription().equalsIgnoreCase(owners.account(call)))
                && readable.test(result.target().resource());
    }

    void list(QueryCall call, XmlWriter answer) {
        QueryParameters parameters = call.parameters();
        Optional<HookTarget> type = parameters.word("TargetType", HookTarget.class);
        Optional<String> target = parameters.text("TargetId", ParameterRules.HOOK_TARGET_ID);
        Optional<String> hook = parameters.text("TypeArn", ParameterRules.TYPE_ARN);
        Optional<HookVerdict.Status> status = parameters.word("Status", HookVerdict.Status.class);
        Optional<String> after = parameters.text("NextToken", ParameterRules.NEXT_TOKEN);
        parameters.verify();
        if (target.isPresent() != type.isPresent()) {
            throw CommonErrors.invalid("TargetType and TargetId have to be specified together");
        }
        if (status.isPresent() && hook.isEmpty()) {
            throw CommonErrors.invalid("Status has to be specified together with TypeArn");
        }
        if (target.isPresent() && hook.isPresent()) {
            throw CommonErrors.invalid("TypeArn cannot be specified together with TargetId");
        }
        Optional<String> name =
                hook.map(arn -> HookArn.named(call.signed(), arn).name().toString());
        Predicate<HookResult> wanted = shown(call)
                .and(result -> status.filter(other -> other != result.verdict().status())
                        .isEmpty());
        if (target.isPresent()) {
            boolean known = type.get() == HookTarget.CLOUD_CONTROL;
            List<HookResult> of =
                    known ? results.of(target.get()).stream().filter(wanted).toList() : List.of();
            if (of.isEmpty()) {
                throw RegistryProblems.noSuchHookResult("of " + target.get());
            }
            answer.text("TargetType", type.get().name()).text("TargetId", target.get());
            answer.list("HookResults", of, (xml, result) -> summary(xml, result));
            return;
        }
        HookResults.Page page = results.page(name, after.map(HookResultActions::decoded), wanted, MOST);
        answer.list("HookResults", page.results(), (xml, result) -> {
            summary(xml, result);
            xml.time("InvokedAt", result.invokedAt())
                    .text("TargetType", HookTarget.CLOUD_CONTROL.name())
                    .text("TargetId", result.request())
                    .text("TypeArn", arn(call, result))
                    .text("HookExecutionTarget", result.request());
        });
        page.next().ifPresent(mark -> answer.text("NextToken", encoded(mark)));
    }

    void get(QueryCall call, XmlWriter answer) {
        String id = call.parameters().required("HookResultId", ParameterRules.HOOK_RESULT_ID);
        call.parameters().verify();
        HookResult result = results.find(UUID.fromString(id))
                .filter(shown(call))
                .orElseThrow(() -> RegistryProblems.noSuchHookResult("'" + id + "'"));
        summary(answer, result);
        answer.text("TypeArn", arn(call, result)).time("InvokedAt", result.invokedAt());
        answer.element(
                "Target",
                xml -> xml.text("TargetType", HookTarget.RESOURCE.name())
                        .text("TargetTypeName", result.target().type().toString())
                        .text("TargetId", result.target().resource())
                        .text("Action", result.target().action().name()));
    }

    private static void summary(XmlWriter xml, HookResult result) {
        xml.text("HookResultId", result.id().toString())
                .text("InvocationPoint", POINT)
                .text("FailureMode", result.asked().failureMode())
                .text("TypeName", result.asked().hook().toString())
                .text(
                        "TypeVersionId",
                        String.format(Locale.ROOT, "%08d", result.asked().version()))
                .text("Status", result.verdict().status().name());
        if (!result.verdict().message().isEmpty()) {
            xml.text("HookStatusReason", result.verdict().message());
        }
    }

    private static String arn(QueryCall call, HookResult result) {
        return HookArn.of(call.signed(), result.asked().hook()).toString();
    }

    private static String encoded(String mark) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mark.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String token) {
        try {
            String mark = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            if (HookResults.isMark(mark)) {
                return mark;
            }
        } catch (IllegalArgumentException notOurs) {
            // Told below.
        }
        throw CommonErrors.invalid("The pagination token is invalid");
    }
}
