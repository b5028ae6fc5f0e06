package fairlead.bench.robust;

import fairlead.bench.robust.Expectations.TokenUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/// Makes things with client tokens, and sends each request several times: until it is answered, at the same moment, and
/// long after it has ended.
final class TokenClient implements Client {

    private static final int MOST_ATTEMPTS = 400;
    private static final int REMEMBERED = 40;

    private final Cloud cloud;
    private final Violations violations;
    private final Expectations expectations;
    private final RandomGenerator chance;
    private final List<Used> used = new ArrayList<>();

    private record Used(String clientToken, TokenUse use) {}

    TokenClient(Doors doors, Expectations expectations, RandomGenerator chance) {
        cloud = doors.cloud();
        violations = doors.violations();
        this.expectations = expectations;
        this.chance = chance;
    }

    @Override
    public void once() {
        if (!used.isEmpty() && chance.nextBoolean()) {
            repeat(used.get(chance.nextInt(used.size())));
        } else {
            begin();
        }
    }

    private void begin() {
        String clientToken = new UUID(chance.nextLong(), chance.nextLong()).toString();
        String text = "made with " + clientToken;
        Optional<Cloud.Request> request =
                chance.nextInt(3) == 0 ? race(clientToken, text) : accepted(clientToken, text);
        if (request.isEmpty()) {
            return;
        }
        Optional<JsonNode> ended = cloud.ended(request.get());
        boolean made = ended.filter(Cloud::succeeded).isPresent();
        TokenUse use = new TokenUse(text, request.get().token(), made);
        expectations.token(clientToken, use);
        used.add(new Used(clientToken, use));
        if (used.size() > REMEMBERED) {
            used.remove(chance.nextInt(REMEMBERED));
        }
        if (made && chance.nextInt(3) > 0) {
            cloud.delete(ended.get().path("Identifier").asString(""));
        }
    }

    /// Sends it until it is accepted.
    private Optional<Cloud.Request> accepted(String clientToken, String text) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Cloud.Request request = create(clientToken, text);
            if (!request.token().isEmpty()) {
                return Optional.of(request);
            }
            violations.require(
                    !request.answer().code().equals("ClientTokenConflictException"),
                    Law.ONE_FOR_A_TOKEN,
                    clientToken + " stands for the same request: "
                            + request.answer().shown());
            Cluster.rest(20);
        }
        return Optional.empty();
    }

    private Cloud.Request create(String clientToken, String text) {
        return cloud.create("{\"Text\":\"" + text + "\"}", clientToken);
    }

    private Optional<Cloud.Request> race(String clientToken, String text) {
        ConcurrentLinkedQueue<String> tokens = new ConcurrentLinkedQueue<>();
        Thread other = Thread.ofVirtual()
                .start(() -> accepted(clientToken, text).ifPresent(request -> tokens.add(request.token())));
        Optional<Cloud.Request> request = accepted(clientToken, text);
        try {
            other.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        request.ifPresent(first -> tokens.forEach(second -> same(clientToken, first.token(), second)));
        return request;
    }

    private void repeat(Used earlier) {
        Cloud.Request again = create(earlier.clientToken, earlier.use.text());
        if (!again.token().isEmpty()) {
            same(earlier.clientToken, earlier.use.request(), again.token());
        }
    }

    private void same(String clientToken, String first, String second) {
        violations.require(
                first.equals(second),
                Law.ONE_FOR_A_TOKEN,
                clientToken + " stands for two requests: " + first + " and " + second);
    }
}
