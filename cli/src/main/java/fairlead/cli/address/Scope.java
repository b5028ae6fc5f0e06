package fairlead.cli.address;

import fairlead.cli.session.Env;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for the subscription and the group in which a command works.
public final class Scope {

    private static final String USUAL_SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
    private static final String USUAL_GROUP = "default";
    private static final String USUAL_LOCATION = "local";

    @Option(
            names = "--subscription",
            paramLabel = "ID",
            description = "the subscription (FAIRLEAD_SUBSCRIPTION, else " + USUAL_SUBSCRIPTION + ")")
    private Optional<String> subscription = Optional.empty();

    @Option(
            names = {"-g", "--group"},
            paramLabel = "NAME",
            description = "the resource group (FAIRLEAD_GROUP, else " + USUAL_GROUP + ")")
    private Optional<String> group = Optional.empty();

    @Option(names = "--api-version", paramLabel = "VERSION", description = "the API version (else the type's default)")
    private Optional<String> apiVersion = Optional.empty();

    /// A resource group, or a whole subscription.
    public record Place(String subscription, Optional<String> group) {
        public String path() {
            return "/subscriptions/" + Address.encode(subscription)
                    + group.map(name -> "/resourceGroups/" + Address.encode(name))
                            .orElse("");
        }
    }

    public Place group(Env env) {
        return new Place(subscription(env), Optional.of(group(env, group)));
    }

    public Place everywhere(Env env) {
        return new Place(subscription(env), Optional.empty());
    }

    private String subscription(Env env) {
        return subscription(env, subscription);
    }

    public static String subscription(Env env, Optional<String> given) {
        return given.or(() -> env.variable("FAIRLEAD_SUBSCRIPTION")).orElse(USUAL_SUBSCRIPTION);
    }

    public static String group(Env env, Optional<String> given) {
        return given.or(() -> env.variable("FAIRLEAD_GROUP")).orElse(USUAL_GROUP);
    }

    public static String location(Env env, Optional<String> given) {
        return given.or(() -> env.variable("FAIRLEAD_LOCATION")).orElse(USUAL_LOCATION);
    }

    public Optional<String> apiVersion() {
        return apiVersion;
    }
}
