package fairlead.bench.robust;

import java.util.Optional;
import java.util.random.RandomGenerator;

/// Makes things that no other client knows, changes them and deletes them: things that are slow, that fail at first or
/// for good, that breach the handler contract, and that are seen late.
final class ThingClient implements Client {

    private static final int MOST_ATTEMPTS = 200;

    private final Arm arm;
    private final Cloud cloud;
    private final Violations violations;
    private final Expectations expectations;
    private final RandomGenerator chance;
    private final String prefix;
    private long number;

    /// How a thing behaves.
    private enum Manner {
        PLAIN(""),
        SLOW(",\"CreateSteps\":2,\"UpdateSteps\":2,\"DeleteSteps\":2,\"StepDelaySeconds\":0.1"),
        FAILS_ONCE(",\"Fail\":{\"On\":\"create\",\"Code\":\"NetworkFailure\",\"Times\":1}"),
        SEEN_LATE(",\"VisibleAfterReads\":2"),
        FAILS(",\"Fail\":{\"On\":\"create\",\"Code\":\"GeneralServiceException\"}"),
        BREACHES(",\"Breach\":\"DroppedProperty\",\"BreachOn\":\"create\"");

        private final String properties;

        Manner(String properties) {
            this.properties = properties;
        }

        boolean mayBeMade() {
            return this != FAILS && this != BREACHES;
        }
    }

    ThingClient(Doors doors, Expectations expectations, RandomGenerator chance, String prefix) {
        arm = doors.arm();
        cloud = doors.cloud();
        violations = doors.violations();
        this.expectations = expectations;
        this.chance = chance;
        this.prefix = prefix;
    }

    @Override
    public void once() {
        String id = Arm.thing(prefix + "-" + number++);
        Manner manner = Manner.values()[chance.nextInt(Manner.values().length)];
        Optional<Answer> made = put(id, "first " + id, manner);
        if (made.isEmpty()) {
            return;
        }
        boolean there = made.get().state().equals("Succeeded");
        violations.require(
                !there || manner.mayBeMade(),
                Law.REFUSED,
                "a create that fails by " + manner + " succeeded: " + made.get().shown());
        if (there) {
            update(id, manner);
        }
        if (!there || chance.nextInt(5) > 0) {
            delete(id);
        }
    }

    private void update(String id, Manner manner) {
        Optional<Answer> changed = put(id, "second " + id, manner);
        if (changed.isEmpty() || !changed.get().state().equals("Succeeded")) {
            return;
        }
        Answer read = cloud.get(changed.get().identifier());
        violations.require(
                read.status() != 200
                        || Cloud.properties(read).path("Text").asString("").equals("second " + id),
                Law.ACKNOWLEDGED,
                "the update of " + id + " by " + manner + " has succeeded, and the handler reads " + read.shown());
    }

    /// Sends the request until it has been carried out or has failed; the resource then. Empty if that was never known.
    private Optional<Answer> put(String id, String text, Manner manner) {
        String properties = "{\"Text\":\"" + text + "\"" + manner.properties + "}";
        expectations.unknown(id);
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Arm.Result result = arm.put(id, properties);
            if (result.succeeded()) {
                return acknowledged(id, text);
            }
            Optional<Answer> now = settled(id);
            if (result.failed()
                    || now.filter(answer ->
                                    answer.status() == 200 && answer.text().equals(text))
                            .isPresent()) {
                return now;
            }
            Cluster.rest(20);
        }
        return Optional.empty();
    }

    private Optional<Answer> acknowledged(String id, String text) {
        Optional<Answer> now = settled(id);
        if (now.isPresent()) {
            boolean there = now.get().status() == 200
                    && now.get().state().equals("Succeeded")
                    && now.get().text().equals(text);
            violations.require(
                    there,
                    Law.ACKNOWLEDGED,
                    id + " was acknowledged as '" + text + "', and is "
                            + now.get().shown());
            expectations.present(id, text);
        }
        return now;
    }

    /// The resource when nothing is under way on it.
    private Optional<Answer> settled(String id) {
        long until = arm.end();
        while (System.nanoTime() < until) {
            Answer now = arm.get(id);
            if (now.status() == 404 || (now.status() == 200 && Arm.isEnded(now.state()))) {
                return Optional.of(now);
            }
            Cluster.rest(30);
        }
        violations.add(Law.ENDS, id + " is not settled");
        return Optional.empty();
    }

    private void delete(String id) {
        expectations.unknown(id);
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            String identifier = arm.get(id).identifier();
            Arm.Result result = arm.delete(id);
            if (result.succeeded()) {
                expectations.absent(id);
                gone(id, identifier);
                return;
            }
            Cluster.rest(20);
        }
    }

    private void gone(String id, String identifier) {
        Answer record = arm.get(id);
        violations.require(
                record.status() != 200, Law.ACKNOWLEDGED, id + " was deleted, and is there: " + record.shown());
        if (!identifier.isEmpty()) {
            Answer read = cloud.get(identifier);
            violations.require(
                    read.status() != 200, Law.ACKNOWLEDGED, id + " was deleted, and the handler reads " + read.shown());
        }
    }
}
