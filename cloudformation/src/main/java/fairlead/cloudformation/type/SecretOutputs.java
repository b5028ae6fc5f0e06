package fairlead.cloudformation.type;

import fairlead.cloudformation.Template;
import fairlead.cloudformation.parameter.Parameter;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Finds the outputs that name a parameter with `NoEcho` themselves: by `Ref` or in `Fn::Sub`. What goes a longer way
/// is found once the template is compiled.
final class SecretOutputs {

    private static final Pattern NAMED = Pattern.compile("\\$\\{([A-Za-z0-9]+)}");

    private SecretOutputs() {}

    static SequencedSet<String> of(Template template) {
        Set<String> hidden = template.parameters().values().stream()
                .filter(Parameter::noEcho)
                .map(Parameter::name)
                .collect(Collectors.toSet());
        SequencedSet<String> secrets = new LinkedHashSet<>();
        template.outputs().forEach((name, output) -> {
            if (named(output.json().path("Value")).anyMatch(hidden::contains)) {
                secrets.add(name);
            }
        });
        return secrets;
    }

    private static Stream<String> named(JsonNode value) {
        if (value.isString()) {
            return NAMED.matcher(value.stringValue())
                    .results()
                    .map(MatchResult::group)
                    .map(SecretOutputs::bare);
        }
        Stream<String> referred =
                value.path("Ref").isString() ? Stream.of(value.path("Ref").stringValue()) : Stream.empty();
        return Stream.concat(referred, value.valueStream().flatMap(SecretOutputs::named));
    }

    private static String bare(String variable) {
        return variable.substring(2, variable.length() - 1);
    }
}
