package fairlead.server.resource.move;

import fairlead.server.access.Caller;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ResourceId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A request to move resources into another group.
///
/// @param resources top-level ones of the source; what is below them goes along
public record MoveRequest(Caller caller, Place source, Place target, List<ResourceId> resources) {

    /// "up to 800"
    private static final int MOST = 800;

    public MoveRequest {
        resources = List.copyOf(resources);
    }

    /// The same, of a caller for whom it was decided.
    public MoveRequest by(Caller other) {
        return new MoveRequest(other, source, target, resources);
    }

    /// A resource group.
    public record Place(String subscription, String group) {

        @Override
        public String toString() {
            return "/subscriptions/" + subscription + "/resourceGroups/" + group;
        }

        boolean isSame(Place other) {
            return toString().equalsIgnoreCase(other.toString());
        }
    }

    boolean leavesSubscription() {
        return !source.subscription.equals(target.subscription);
    }

    /// A problem with everything that is wrong with the request whatever is there.
    MoveRequest requireSound() {
        List<Detail> wrong = new ArrayList<>();
        if (source.isSame(target)) {
            wrong.add(new Detail(
                    "move.same-group", "the resources are in '" + target + "' already", "/targetResourceGroup"));
        }
        if (resources.isEmpty() || resources.size() > MOST) {
            wrong.add(new Detail(
                    "move.count", "expected 1 to " + MOST + " resources, found " + resources.size(), "/resources"));
        }
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < resources.size(); i++) {
            check(resources.get(i), "/resources/" + i, keys, wrong);
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return this;
    }

    private void check(ResourceId id, String pointer, Set<String> keys, List<Detail> wrong) {
        if (!source.isSame(new Place(id.subscription(), id.group()))) {
            wrong.add(new Detail("move.not-in-group", "'" + id + "' is not in '" + source + "'", pointer));
        }
        if (id.names().size() > 1 || id.extended().isPresent()) {
            wrong.add(
                    new Detail("move.nested", "'" + id + "' goes where the resource goes that it belongs to", pointer));
        }
        if (!keys.add(id.key())) {
            wrong.add(new Detail("move.twice", "'" + id + "' is named twice", pointer));
        }
    }
}
