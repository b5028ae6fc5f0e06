package fairlead.contract.call;

import fairlead.handler.Tags;

/// To whom and for what a call is made.
///
/// @param attempt 1 for the first call of a step
/// @param tags of the request, beside its properties
public record Delivery(String token, int attempt, String name, Tags tags) {

    public Delivery(String token, int attempt, String name) {
        this(token, attempt, name, Tags.NONE);
    }

    public Delivery attempt(int number) {
        return new Delivery(token, number, name, tags);
    }
}
