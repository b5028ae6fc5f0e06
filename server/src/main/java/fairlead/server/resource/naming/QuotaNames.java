package fairlead.server.resource.naming;

import fairlead.schema.TypeName;
import fairlead.server.limit.quota.Measured;
import fairlead.server.limit.quota.Quota;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Locations;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.definition.ArmType;
import java.util.Locale;
import java.util.Optional;

/// What quotas are called in addresses: `things` of `Fairlead.Lab` for all of its things, `things-each` for
/// those that each principal may have, `resources` for all resources of a subscription. What else is counted
/// has a word of its own.
public record QuotaNames(AccountTypes types) {

    /// Of all types.
    public static final String ALL = "resources";
    private static final String EACH = "-each";

    /// A scope of quotas.
    ///
    /// @param subscription empty for the whole server
    /// @param namespace empty for a whole subscription
    /// @param location empty for all
    public record Place(String subscription, String namespace, String location) {

        public Place {
            location = Locations.normal(location);
        }

        /// As it stands in an address.
        public String path() {
            return (subscription.isEmpty() ? "" : "/subscriptions/" + subscription)
                    + (namespace.isEmpty() ? "" : "/providers/" + namespace)
                    + (location.isEmpty() ? "" : "/locations/" + location);
        }

        /// Whether a quota is of this scope or of one within.
        public boolean covers(Place other) {
            return (namespace.isEmpty() || namespace.equalsIgnoreCase(other.namespace))
                    && (location.isEmpty() || location.equals(other.location));
        }

        /// Whether a quota counts what is in this location of a namespace, and of that namespace alone.
        public boolean isLimitedBy(Place other) {
            return namespace.equalsIgnoreCase(other.namespace)
                    && (other.location.isEmpty() || other.location.equals(location));
        }
    }

    /// The quota of that name, with a number; a problem if nothing is called so.
    public Quota quota(Place place, String name, long most) {
        Optional<Measured> measured = place.namespace().isEmpty() ? Measured.called(name) : Optional.empty();
        if (place.subscription().isEmpty()
                || measured.filter(Measured::isOfSubscriptions).isPresent()) {
            return measured.orElseThrow(() -> none(place, name)).quota(place.subscription(), most);
        }
        boolean each = name.endsWith(EACH);
        String type = each ? name.substring(0, name.length() - EACH.length()) : name;
        if (type.equalsIgnoreCase(ALL)) {
            if (!place.namespace().isEmpty()) {
                throw none(place, name);
            }
            return new Quota(place.subscription(), "", Locations.normal(place.location()), each, most);
        }
        if (place.namespace().isEmpty()) {
            throw none(place, name);
        }
        String key = (place.namespace() + "/" + type.replace('.', '/')).toLowerCase(Locale.ROOT);
        TypeName found = types.of(place.subscription())
                .findArmType(key)
                .map(RegisteredType::name)
                .orElseThrow(() -> none(place, name));
        return new Quota(place.subscription(), found.toString(), Locations.normal(place.location()), each, most);
    }

    private static ProblemException none(Place place, String name) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.NOT_FOUND,
                "There is no quota '" + name + "' at '" + place.path() + "': expected the name of a type, things for"
                        + " example, or with -each for each principal; of a whole subscription, " + ALL
                        + ", types, type-versions or package-bytes; of the whole server, these three or webhooks."));
    }

    /// The scope of a quota.
    public Place place(Quota quota) {
        return new Place(quota.subscription(), namespace(quota), quota.location());
    }

    /// The namespace of its type; empty for one of all types.
    public String namespace(Quota quota) {
        return type(quota).map(ArmType::namespace).orElse("");
    }

    /// As it stands in an address.
    public String name(Quota quota) {
        if (quota.measured().isPresent()) {
            return quota.measured().get().word();
        }
        String type = type(quota).map(found -> String.join(".", found.types())).orElse(ALL);
        return quota.eachPrincipal() ? type + EACH : type;
    }

    /// For people.
    public String title(Quota quota) {
        if (quota.measured().isPresent()) {
            return quota.measured().get().title();
        }
        String type = type(quota).map(ArmType::toString).orElse("All resources");
        return quota.eachPrincipal() ? type + " (each principal)" : type;
    }

    /// In which its numbers are.
    public String unit(Quota quota) {
        return quota.measured().map(Measured::unit).orElse("Count");
    }

    private Optional<ArmType> type(Quota quota) {
        return quota.typeName().isEmpty() || quota.measured().isPresent()
                ? Optional.empty()
                : types.of(quota.subscription())
                        .find(TypeName.parse(quota.typeName()))
                        .map(type -> type.current().armType());
    }
}
