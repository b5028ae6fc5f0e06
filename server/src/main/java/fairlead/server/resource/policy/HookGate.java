package fairlead.server.resource.policy;

import fairlead.lambda.HookCall;
import fairlead.schema.TypeName;
import fairlead.server.access.Caller;
import fairlead.server.access.RefusalTrail;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.telemetry.Activity;
import fairlead.server.type.hook.ActiveHook;
import fairlead.server.type.hook.HookInterview;
import fairlead.server.type.hook.HookPoint;
import fairlead.server.type.hook.HookResult;
import fairlead.server.type.hook.HookResults;
import fairlead.server.type.hook.HookTypes;
import fairlead.server.type.hook.HookVerdict;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Asks hooks about a change, after the guardrails and before the transaction. Where there is no hook, that is one look
/// at an empty list. Used by many threads at once.
public interface HookGate {

    /// One without hooks.
    HookGate NONE = _ -> {};

    /// Asks all hooks that are to be asked; a problem if one refuses the change, or one that has to agree can't be
    /// asked.
    void ask(Change change);

    /// The same for changes that are only thought through: it tells which hooks would be asked, and asks none.
    default HookGate silent() {
        return this;
    }

    /// A change that is planned.
    ///
    /// @param models asked for if there is a hook alone
    record Change(Caller caller, HookPoint point, ResourceId id, TypeName type, Supplier<Models> models) {}

    /// The properties of the resource, without the values of secrets.
    ///
    /// @param properties as they are to be; of a deletion, as they are
    /// @param previous as they are, of an update
    record Models(ObjectNode properties, Optional<ObjectNode> previous) {}

    /// One that asks the hooks that are registered.
    ///
    /// @param interviews begins to ask about a change
    /// @param refusals where it is told what was refused
    /// @param ids of what hooks have said
    record Asking(
            HookTypes hooks,
            HookResults results,
            Supplier<HookInterview> interviews,
            Consumer<RefusalTrail.Refusal> refusals,
            Clock clock,
            Supplier<UUID> ids)
            implements HookGate {

        private static final int LONGEST_WARNING = 300;

        @Override
        public HookGate silent() {
            return change -> {
                for (ActiveHook hook : wanted(change)) {
                    Activity.warn("would be asked of the hook " + hook.name());
                }
            };
        }

        @Override
        public void ask(Change change) {
            List<ActiveHook> wanted = wanted(change);
            if (!wanted.isEmpty()) {
                ask(change, wanted);
            }
        }

        private List<ActiveHook> wanted(Change change) {
            List<ActiveHook> active = hooks.active();
            if (active.isEmpty()) {
                return active;
            }
            String subscription = change.id().subscription();
            boolean cloudControl = change.caller().context().door().equals("cloudcontrol");
            return active.stream()
                    .filter(hook -> hook.wants(change.point(), change.type(), subscription, cloudControl))
                    .toList();
        }

        private void ask(Change change, List<ActiveHook> wanted) {
            Models models = change.models().get();
            HookInterview interview = interviews.get();
            List<HookResult> said = new ArrayList<>();
            List<HookResult> refusing = new ArrayList<>();
            for (ActiveHook hook : wanted) {
                HookResult result = result(change, hook, models, interview);
                said.add(result);
                if (!result.verdict().passed() && hook.warns()) {
                    Activity.warn(plain("would be refused by the hook " + told(result)));
                } else if (!result.verdict().passed()) {
                    refusing.add(result);
                }
            }
            results.add(said);
            if (!refusing.isEmpty()) {
                throw refused(change, refusing);
            }
        }

        private HookResult result(Change change, ActiveHook hook, Models models, HookInterview interview) {
            UUID id = ids.get();
            HookCall call = new HookCall(
                    change.point().wireName(),
                    id.toString(),
                    change.id().subscription(),
                    new HookCall.Target(change.type(), change.id().name(), models.properties(), models.previous()),
                    hook.properties());
            Instant asked = clock.instant();
            HookVerdict verdict = interview.ask(hook, call);
            String mode = hook.warns() ? "WARN" : "FAIL";
            return new HookResult(
                    id,
                    change.caller().requestId(),
                    new HookResult.Asked(hook.name(), hook.version().version(), mode),
                    new HookResult.Target(
                            change.point(),
                            change.type(),
                            change.id().subscription(),
                            change.id().toString()),
                    verdict,
                    asked);
        }

        private ProblemException refused(Change change, List<HookResult> refusing) {
            String message = "The following hook(s) failed: "
                    + refusing.stream().map(Asking::told).collect(Collectors.joining("; "));
            refusals.accept(new RefusalTrail.Refusal(
                    change.caller(),
                    change.id().subscription(),
                    ProblemCode.HOOK_FAILED.text(),
                    message,
                    change.point().name(),
                    change.id().toString()));
            return new ProblemException(new Problem.Forbidden(ProblemCode.HOOK_FAILED, message));
        }

        private static String told(HookResult result) {
            return "[" + result.asked().hook() + "] " + result.verdict().message();
        }

        /// As a header may have it.
        private static String plain(String text) {
            String clean = text.replaceAll("[^ -~]+", " ");
            return clean.length() <= LONGEST_WARNING ? clean : clean.substring(0, LONGEST_WARNING - 3) + "...";
        }
    }
}
