package fairlead.server.scope;

import java.util.Collection;
import java.util.List;

/// The places where resources can be, by configuration; where none is configured, any well-formed name is one.
///
/// A cell knows all of them, and serves some: there it keeps resources. Another server serves all that it knows.
public final class Locations {

    private static final int LONGEST_NAME = 64;
    private static final List<Location> ANY = List.of(new Location("local", "local"));

    private final List<Location> known;
    private final List<Location> served;

    /// @param known as they are configured
    public Locations(List<String> known) {
        this(known, List.of());
    }

    /// @param served some of those that are known; none means all
    public Locations(List<String> known, List<String> served) {
        this.known = known.stream().map(Location::parse).distinct().toList();
        List<String> names = served.stream().map(Location::normal).toList();
        this.served = names.isEmpty()
                ? this.known
                : this.known.stream()
                        .filter(location -> names.contains(location.name()))
                        .toList();
    }

    /// The form that is stored and returned.
    public static String normal(String location) {
        return Location.normal(location);
    }

    /// Whether there is such a place, be it served here or elsewhere.
    public boolean has(String location) {
        String name = normal(location);
        return known.isEmpty()
                ? isWellFormed(name)
                : known.stream().anyMatch(one -> one.name().equals(name));
    }

    /// A letter, then letters, digits and hyphens.
    private static boolean isWellFormed(String name) {
        return !name.isEmpty()
                && name.length() <= LONGEST_NAME
                && isLetter(name.charAt(0))
                && name.chars().allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || c == '-');
    }

    private static boolean isLetter(int character) {
        return character >= 'a' && character <= 'z';
    }

    /// Whether resources in it are kept here.
    public boolean serves(String location) {
        String name = normal(location);
        return known.isEmpty()
                ? has(name)
                : served.stream().anyMatch(one -> one.name().equals(name));
    }

    /// Whether a type that is only offered in those places is offered there.
    ///
    /// @param only as in [#offered(Collection)]
    public boolean offers(String location, Collection<String> only) {
        return has(location) && (only.isEmpty() || only.contains(normal(location)));
    }

    /// The group for what is made in a location without naming one. One away from the home of subscriptions has a group
    /// of its own, so that it can make resources whatever becomes of others.
    ///
    /// @param group that of the account
    public String group(String group, String location) {
        boolean away = isPartial() && !serves(all().getFirst().name());
        return away ? group + "-" + location : group;
    }

    /// Whether other cells serve some of them.
    public boolean isPartial() {
        return served.size() < known.size();
    }

    /// All of them, the first one first; `local` if anything goes.
    public List<Location> all() {
        return known.isEmpty() ? ANY : known;
    }

    /// Those that are served here.
    public List<Location> served() {
        return known.isEmpty() ? ANY : served;
    }

    /// Their names.
    public List<String> offered() {
        return names(all());
    }

    /// The names of those where a type is offered.
    ///
    /// @param only where its registration says so, in normal form; none means everywhere
    public List<String> offered(Collection<String> only) {
        return offered(all(), only);
    }

    /// As [#offered(Collection)], of those that are served here.
    public List<String> servedOf(Collection<String> only) {
        return offered(served(), only);
    }

    private List<String> offered(List<Location> from, Collection<String> only) {
        if (only.isEmpty()) {
            return names(from);
        }
        return known.isEmpty()
                ? List.copyOf(only)
                : names(from).stream().filter(only::contains).toList();
    }

    private static List<String> names(List<Location> locations) {
        return locations.stream().map(Location::name).toList();
    }
}
