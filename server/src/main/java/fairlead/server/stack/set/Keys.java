package fairlead.server.stack.set;

import fairlead.server.resource.record.ResourceId;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackPlace;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// By which keys a set calls its resources: `Fairlead.Lab/things/desk` in its own group, else the id behind the
/// subscription. Ids are compared without regard to case; what the set has already keeps its spelling.
final class Keys {

    private final StackPlace place;
    private final Map<String, Known> known = new HashMap<>();

    private record Known(String key, String id) {}

    /// @param nodes those that the set has
    Keys(StackPlace place, Collection<StackNode> nodes) {
        this.place = place;
        for (StackNode node : nodes) {
            node.present().terms().address().ifPresent(id -> known.put(ResourceId.key(id), new Known(node.key(), id)));
        }
    }

    /// The id as the set spells it.
    ResourceId spelt(ResourceId id) {
        return Optional.ofNullable(known.get(id.key()))
                .map(own -> ResourceId.parse(own.id()))
                .orElse(id);
    }

    String of(ResourceId id) {
        Known own = known.get(id.key());
        if (own != null) {
            return own.key();
        }
        boolean usual = id.extended().isEmpty() && id.group().equalsIgnoreCase(place.group());
        String above = usual ? id.scope() + "/providers/" : "/subscriptions/" + id.subscription() + "/";
        return id.toString().substring(above.length());
    }
}
