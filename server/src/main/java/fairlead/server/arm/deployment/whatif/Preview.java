package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.scope.Ids;
import fairlead.server.access.Caller;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Asked;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is found out about one deployment, and those nested in it.
final class Preview {

    private static final Comparator<ObjectNode> BY_ID =
            Comparator.comparing(change -> change.path("resourceId").asString().toLowerCase(Locale.ROOT));

    private final Means means;
    private final Wish wish;
    private final Map<String, Outlook> outlooks = new HashMap<>();
    private final List<ObjectNode> changes = new ArrayList<>();
    private final List<ObjectNode> potential = new ArrayList<>();
    private final List<ObjectNode> diagnostics = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private boolean obscure;

    /// What it is found out with.
    record Means(
            DeploymentResources resources, ResourceForecasts forecasts, NestedTemplates templates, Caller caller) {}

    /// A resource that the template has.
    ///
    /// @param symbol by which the template calls it
    /// @param deployment that has it, if it is a nested one
    record Subject(Named named, Optional<String> symbol, Optional<String> deployment) {

        String id() {
            return named.id();
        }
    }

    /// What changes.
    ///
    /// @param before empty if it is not there
    /// @param opaque the text that stands for all of the properties, if nothing is known of them
    record Difference(Optional<Asked> before, Asked after, Delta delta, Mask mask, Optional<String> opaque) {}

    Preview(Means means, Wish wish) {
        this.means = means;
        this.wish = wish;
    }

    Means means() {
        return means;
    }

    // -- what is known of resources ---------------------------------------------------------------------------------

    /// What will be of a resource; empty if nothing was looked at that is it.
    Optional<Outlook> outlook(String id) {
        return Optional.ofNullable(outlooks.get(id.toLowerCase(Locale.ROOT)));
    }

    void note(String id, Outlook outlook) {
        outlooks.put(id.toLowerCase(Locale.ROOT), outlook);
    }

    /// Whether it would be in something that would be made first.
    boolean isWithinNew(String id) {
        for (int at = id.lastIndexOf('/'); at > 0; at = id.lastIndexOf('/', at - 1)) {
            if (outlook(id.substring(0, at)).filter(Outlook::isNew).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /// Whether a nested deployment can't be looked into, so that more may change than is known.
    boolean isObscure() {
        return obscure;
    }

    void obscure() {
        obscure = true;
    }

    // -- what is said -----------------------------------------------------------------------------------------------

    void refuse(Refusal refusal) {
        refusals.add(refusal);
    }

    void diagnose(String level, String code, String target, String message) {
        diagnostics.add(Documents.empty()
                .put("level", level)
                .put("code", code)
                .put("message", message)
                .put("target", target));
    }

    void unsupported(Subject subject, String reason) {
        changes.add(entry(subject, subject.id(), "Unsupported").put("unsupportedReason", reason));
    }

    /// A resource that stays as it is.
    ///
    /// @param delta what makes no difference
    void same(Subject subject, Asked asked, Mask mask, Delta delta) {
        ObjectNode change = entry(subject, asked.id(), wish.idsOnly() ? "Deploy" : "NoChange");
        if (!wish.idsOnly()) {
            JsonNode shown = before(subject.named(), asked, mask);
            change.set("before", shown);
            change.set("after", shown);
            change.set("delta", delta.json());
        }
        changes.add(change);
    }

    /// A resource of which the same is asked for again, since it is not as it was asked for.
    void again(Subject subject, Asked asked, Mask mask) {
        ObjectNode change = entry(subject, asked.id(), "Deploy");
        if (!wish.idsOnly()) {
            JsonNode shown = before(subject.named(), asked, mask);
            change.set("before", shown);
            change.set("after", shown);
            diagnose(
                    "Info",
                    "ResourceRedeployed",
                    asked.id(),
                    "The same is asked for as before, and is asked for again: the last change of the resource did not"
                            + " succeed, or the resource has drifted.");
        }
        changes.add(change);
    }

    /// A resource that is made or changed. That one is made is certain, whatever it is made of.
    ///
    /// @param certain whether all that it is made of is known
    void changed(Subject subject, Difference difference, boolean certain) {
        Optional<Asked> before = difference.before();
        String type = before.isEmpty() ? "Create" : wish.idsOnly() ? "Deploy" : "Modify";
        ObjectNode change = entry(subject, difference.after().id(), type);
        if (wish.idsOnly()) {
            changes.add(change);
            return;
        }
        before.ifPresent(was -> change.set("before", before(subject.named(), was, difference.mask())));
        change.set("after", after(subject.named(), difference));
        if (before.isPresent()) {
            change.set("delta", difference.delta().json());
        }
        (certain || before.isEmpty() ? changes : potential).add(change);
    }

    private static ObjectNode entry(Subject subject, String id, String type) {
        ObjectNode entry = Documents.empty().put("resourceId", id);
        subject.deployment().ifPresent(deployment -> entry.put("deploymentId", deployment));
        subject.symbol().ifPresent(symbol -> entry.put("symbolicName", symbol));
        return entry.put("changeType", type);
    }

    // -- resources --------------------------------------------------------------------------------------------------

    private static JsonNode before(Named named, Asked asked, Mask mask) {
        return mask.before(List.of(), whole(named, asked));
    }

    private static JsonNode after(Named named, Difference difference) {
        ObjectNode whole = whole(named, difference.after());
        difference.opaque().ifPresent(text -> whole.put("properties", text));
        return difference.mask().after(List.of(), whole);
    }

    private static ObjectNode whole(Named named, Asked asked) {
        ObjectNode whole = Documents.empty();
        named.version().ifPresent(version -> whole.put("apiVersion", version));
        String id = asked.id();
        whole.put("id", id).put("name", id.substring(id.lastIndexOf('/') + 1)).put("type", Ids.type(id));
        whole.setAll(asked.envelope());
        if (!asked.properties().isEmpty()) {
            whole.set("properties", asked.properties());
        }
        return whole;
    }

    // -- what the template does not have ----------------------------------------------------------------------------

    /// Adds what is in the group and not in the template.
    void rest(DeploymentScope scope) {
        if (scope.group().isEmpty()) {
            return;
        }
        Set<String> deleted = new HashSet<>();
        for (String id : inGroup(scope)) {
            String key = id.toLowerCase(Locale.ROOT);
            if (outlooks.containsKey(key)) {
                continue;
            }
            String parent = parent(key);
            boolean goes = wish.complete() && (parent.isEmpty() || deleted.contains(parent));
            if (goes) {
                deleted.add(key);
            }
            left(id, goes);
        }
    }

    private List<String> inGroup(DeploymentScope scope) {
        boolean isNew = outlook(scope.id()).filter(Outlook::isNew).isPresent();
        return isNew ? List.of() : means.resources().inGroup(means.caller(), scope);
    }

    /// The id of the resource that another one is nested in; empty if it is in the group itself.
    private static String parent(String id) {
        String type = Ids.type(id);
        if (type.indexOf('/') == type.lastIndexOf('/')) {
            return "";
        }
        int name = id.lastIndexOf('/');
        return id.substring(0, id.lastIndexOf('/', name - 1));
    }

    private void left(String id, boolean deleted) {
        Named named = new Named(id, Optional.empty());
        Subject subject = new Subject(named, Optional.empty(), Optional.empty());
        ObjectNode change = entry(subject, id, deleted ? "Delete" : "Ignore");
        if (!wish.idsOnly()) {
            visible(named).ifPresent(asked -> {
                Optional<ResourceForecasts.Form> form = means.forecasts().form(named);
                Mask mask = new Mask(form.flatMap(ResourceForecasts.Form::schema), Body.empty());
                JsonNode shown = before(named, asked, mask);
                change.set("before", shown);
                if (!deleted) {
                    change.set("after", shown);
                }
            });
        }
        if (deleted && obscure) {
            diagnose(
                    "Warning",
                    "DeletionNotCertain",
                    id,
                    "The resource is not in the template. It would be deleted, unless a nested deployment has it whose"
                            + " template can't be looked at before.");
        }
        (deleted && obscure ? potential : changes).add(change);
    }

    private Optional<Asked> visible(Named named) {
        try {
            return means.forecasts().asked(means.caller(), named);
        } catch (ProblemException notVisible) {
            return Optional.empty();
        }
    }

    WhatIfResult result() {
        ObjectNode properties = Documents.empty();
        changes.sort(BY_ID);
        potential.sort(BY_ID);
        changes.forEach(properties.putArray("changes")::add);
        potential.forEach(properties.putArray("potentialChanges")::add);
        diagnostics.forEach(properties.putArray("diagnostics")::add);
        return new WhatIfResult(properties, refusals);
    }
}
