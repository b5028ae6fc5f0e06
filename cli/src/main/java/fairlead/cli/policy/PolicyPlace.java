package fairlead.cli.policy;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.util.Optional;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// Where guardrails are: a whole subscription, unless a scope is named.
final class PolicyPlace {

    static final String NAMESPACE = "/providers/Microsoft.Authorization/";
    static final String VERSION = "?api-version=2025-11-01";
    static final String STATES = "/providers/Microsoft.PolicyInsights/policyStates/latest/";
    static final String STATES_VERSION = "?api-version=2019-10-01";

    @Option(
            names = "--scope",
            paramLabel = "ID",
            description =
                    "the id of a subscription, a group or a resource (else the subscription FAIRLEAD_SUBSCRIPTION)")
    private Optional<String> scope = Optional.empty();

    /// As it stands in an address.
    String path(Session session) {
        return scope.map(given -> given.replaceAll("/+$", ""))
                .orElseGet(
                        () -> "/subscriptions/" + Address.encode(Scope.subscription(session.env(), Optional.empty())));
    }

    /// The definition, or the set of them, of that name, title or id.
    JsonNode definition(Session session, String named) throws InterruptedException {
        String path = path(session);
        String[] parts = path.split("/", -1);
        String subscription = "/subscriptions/" + (parts.length > 2 ? parts[2] : "");
        for (String kind : new String[] {"policyDefinitions", "policySetDefinitions"}) {
            JsonNode all = session.server()
                    .get(subscription + NAMESPACE + kind + VERSION)
                    .json()
                    .path("value");
            for (JsonNode one : all) {
                boolean same = one.path("name").asString("").equalsIgnoreCase(named)
                        || one.path("id").asString("").equalsIgnoreCase(named)
                        || one.at("/properties/displayName").asString("").equalsIgnoreCase(named);
                if (same) {
                    return one;
                }
            }
        }
        throw new Refused(Exit.NOT_FOUND, "there is no policy definition '" + named + "' in " + subscription);
    }
}
