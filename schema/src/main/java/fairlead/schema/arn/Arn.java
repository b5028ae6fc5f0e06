package fairlead.schema.arn;

import java.util.Optional;

/// An ARN: `arn:partition:service:region:account-id:resource`.
///
/// @param region empty where the resource belongs to none
/// @param account empty where the resource belongs to none
/// @param resource everything behind the fifth colon, colons included
public record Arn(String partition, String service, String region, String account, String resource) {

    private static final int PARTS = 6;

    /// Takes one apart; empty if the text is none.
    public static Optional<Arn> parse(String text) {
        String[] parts = text.split(":", PARTS);
        boolean whole = parts.length == PARTS
                && parts[0].equals("arn")
                && !parts[1].isEmpty()
                && !parts[2].isEmpty()
                && !parts[5].isEmpty();
        return whole ? Optional.of(new Arn(parts[1], parts[2], parts[3], parts[4], parts[5])) : Optional.empty();
    }

    @Override
    public String toString() {
        return "arn:" + partition + ":" + service + ":" + region + ":" + account + ":" + resource;
    }
}
