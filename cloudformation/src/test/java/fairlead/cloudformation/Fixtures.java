package fairlead.cloudformation;

import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.ValueSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// A stack, and the little world around it.
final class Fixtures {

    static final String STACK_ID = "arn:aws:cloudformation:eu-west-1:123456789012:stack/shop/0f6d3a10";

    static final Inputs.Stack STACK = new Inputs.Stack(
            "shop",
            STACK_ID,
            "seed",
            Inputs.Account.of("123456789012", "eu-west-1"),
            List.of("arn:aws:sns:eu-west-1:123456789012:events"));

    private Fixtures() {}

    static Compiled compile(String template) {
        return compile(template, Map.of());
    }

    static Compiled compile(String template, Map<String, String> parameters) {
        return Template.parse(template, Limits.standard()).compile(inputs(parameters, Map.of(), ValueSource.none()));
    }

    static Inputs inputs(Map<String, String> parameters, Map<String, String> tags, ValueSource values) {
        SequencedMap<String, String> all = new LinkedHashMap<>(tags);
        return new Inputs(
                parameters,
                STACK,
                new Inputs.World(
                        Types.ALL,
                        name -> name.startsWith("net-") ? Optional.of("value of " + name) : Optional.empty(),
                        values,
                        region -> region.startsWith("eu-") ? Inputs.World.threeZones(region) : List.of()),
                new Inputs.Tags(all, true));
    }

    /// A server with stores that have what their keys begin with.
    enum Stores implements ValueSource {
        FULL;

        @Override
        public Answer value(Store store, String key) {
            return key.startsWith("missing")
                    ? new Answer.Missing()
                    : new Answer.Found(key.startsWith("list") ? "a,b" : store.wireName() + " " + key);
        }

        @Override
        public boolean has(Store store) {
            return true;
        }
    }
}
