package fairlead.simulation;

import fairlead.handler.Context;
import fairlead.schema.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Texts as services write them, the likeliest first. Whether a schema allows one is for the caller to see.
final class Samples {

    private Samples() {}

    /// What may identify a resource.
    static List<String> names(TypeName type, String property, Seed seed, Context context) {
        String hex = seed.hex();
        List<String> names = new ArrayList<>();
        if (ends(property, "arn")) {
            names.addAll(arns(type, seed, context));
        }
        names.add(type.resource().toLowerCase(Locale.ROOT) + "-" + hex.substring(0, 17));
        names.add(hex.substring(0, 17));
        names.add(hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-4" + hex.substring(13, 16) + "-a"
                + hex.substring(17, 20) + "-" + hex.substring(20, 32));
        names.add(hex.substring(0, 32));
        names.add(hex.substring(0, 12).toUpperCase(Locale.ROOT));
        names.add(seed.digits().substring(0, 12));
        return names;
    }

    /// What a property that is called so tells, if that can be told.
    static List<String> telling(TypeName type, String property, Seed seed, Context context) {
        if (ends(property, "arn") || ends(property, "id")) {
            return names(type, property, seed, context);
        }
        if (ends(property, "url", "uri", "endpoint")) {
            return List.of("https://" + type.service().toLowerCase(Locale.ROOT) + "." + context.region() + ".example/"
                    + seed.hex().substring(0, 17));
        }
        return property.matches(".*(At|Time|Date|Timestamp)")
                ? List.of(SimulatedTime.now(context).toString())
                : List.of();
    }

    /// One with the account as it is, one with an account as AWS has them.
    private static List<String> arns(TypeName type, Seed seed, Context context) {
        String resource =
                type.resource().toLowerCase(Locale.ROOT) + "/" + seed.hex().substring(0, 17);
        String service = type.service().toLowerCase(Locale.ROOT);
        List<String> arns = new ArrayList<>();
        for (String account : List.of(context.account(), seed.digits().substring(0, 12))) {
            arns.add("arn:aws:" + service + ":" + context.region() + ":" + account + ":" + resource);
        }
        return arns;
    }

    private static boolean ends(String property, String... endings) {
        String name = property.toLowerCase(Locale.ROOT);
        return List.of(endings).stream().anyMatch(name::endsWith);
    }
}
