package fairlead.bench.robust;

import java.util.ArrayList;
import java.util.List;

/// Makes groups with things in them, and deletes the groups: nothing of it is left.
final class GroupClient implements Client {

    private static final int THINGS = 3;
    private static final int MOST_ATTEMPTS = 200;

    private final Arm arm;
    private final Cloud cloud;
    private final Violations violations;
    private final Expectations expectations;
    private final String prefix;
    private long number;

    GroupClient(Doors doors, Expectations expectations, String prefix) {
        arm = doors.arm();
        cloud = doors.cloud();
        violations = doors.violations();
        this.expectations = expectations;
        this.prefix = prefix;
    }

    @Override
    public void once() {
        String group = prefix + "-" + number++;
        if (!untilDone(() -> arm.putGroup(group))) {
            return;
        }
        List<String> things = new ArrayList<>();
        for (int i = 0; i < THINGS; i++) {
            String id = Arm.GROUPS + group + Arm.THINGS + "/member-" + i;
            if (untilDone(() -> arm.put(id, "{\"Text\":\"in a group\",\"DeleteSteps\":1,\"StepDelaySeconds\":0.05}"))) {
                things.add(id);
            }
        }
        List<String> identifiers =
                things.stream().map(id -> arm.get(id).identifier()).toList();
        if (untilDone(() -> arm.delete(Arm.GROUPS + group))) {
            gone(group, things, identifiers);
        }
    }

    private interface Change {
        Arm.Result attempt();
    }

    private static boolean untilDone(Change change) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Arm.Result result = change.attempt();
            if (result.succeeded() || result.answer().status() == 404) {
                return true;
            }
            Cluster.rest(20);
        }
        return false;
    }

    private void gone(String group, List<String> things, List<String> identifiers) {
        Answer left = arm.get(Arm.GROUPS + group);
        violations.require(
                left.status() != 200, Law.ACKNOWLEDGED, "the group " + group + " was deleted: " + left.shown());
        things.forEach(expectations::absent);
        for (String identifier : identifiers) {
            Answer read = identifier.isEmpty() ? left : cloud.get(identifier);
            violations.require(
                    read.status() != 200,
                    Law.ACKNOWLEDGED,
                    "a thing of the deleted group " + group + " is there: " + read.shown());
        }
    }
}
