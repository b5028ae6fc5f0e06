package fairlead.cloudformation.parameter;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.source.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Gives parameters their values.
public final class ParameterValues {

    private static final int LONGEST = 4096;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// The version of what the deployment toolkit finds prepared in an account: its templates ask for it, and nothing
    /// has to be prepared here.
    private static final Pattern BOOTSTRAP_VERSION = Pattern.compile("/cdk-bootstrap/[^/]+/version");

    private static final String PREPARED_VERSION = "30";

    private ParameterValues() {}

    /// Those parameters that have a value which they take, in the order of the template.
    ///
    /// @param given values by name; a list has commas
    public static SequencedMap<String, ResolvedParameter> resolve(
            SequencedMap<String, Parameter> declared, Map<String, String> given, ValueSource source, Faults faults) {
        SequencedMap<String, ResolvedParameter> resolved = new LinkedHashMap<>();
        TreeSet<String> unknown = new TreeSet<>(given.keySet());
        unknown.removeAll(declared.keySet());
        if (!unknown.isEmpty()) {
            faults.add("Parameters: " + unknown + " do not exist in the template", "", Place.ROOT.at());
        }
        List<Parameter> missing = new ArrayList<>();
        for (Parameter parameter : declared.values()) {
            Optional<String> value = Optional.ofNullable(given.get(parameter.name()));
            if (value.or(parameter::defaultValue).isEmpty()) {
                missing.add(parameter);
            } else {
                resolved(parameter, value, source, faults).ifPresent(done -> resolved.put(parameter.name(), done));
            }
        }
        if (!missing.isEmpty()) {
            Place first = missing.getFirst().place();
            faults.add(
                    "Parameters: " + missing.stream().map(Parameter::name).toList() + " must have values",
                    first.pointer(),
                    first.at());
        }
        return resolved;
    }

    private static Optional<ResolvedParameter> resolved(
            Parameter parameter, Optional<String> given, ValueSource source, Faults faults) {
        String text = given.or(parameter::defaultValue).orElseThrow();
        if (text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            fault(parameter, "Parameter '" + parameter.name() + "' must be at most " + LONGEST + " bytes long", faults);
            return Optional.empty();
        }
        Optional<String> stored = Optional.empty();
        if (parameter.type().stored()) {
            stored = stored(parameter, text, source, faults);
            if (stored.isEmpty()) {
                return Optional.empty();
            }
        }
        String value = stored.orElse(text);
        Optional<String> wrong = Conformance.of(parameter, value);
        if (wrong.isPresent()) {
            fault(parameter, wrong.get(), faults);
            return Optional.empty();
        }
        return Optional.of(new ResolvedParameter(
                parameter.name(), text, stored, node(parameter.type(), value), parameter.noEcho(), given.isEmpty()));
    }

    private static Optional<String> stored(Parameter parameter, String key, ValueSource source, Faults faults) {
        return switch (source.value(ValueSource.Store.SSM, key)) {
            case ValueSource.Answer.Found(var value) -> Optional.of(value);
            case ValueSource.Answer.Missing() -> {
                if (BOOTSTRAP_VERSION.matcher(key).matches()) {
                    yield Optional.of(PREPARED_VERSION);
                }
                fault(
                        parameter,
                        "Unable to fetch parameters [" + (parameter.noEcho() ? ResolvedParameter.MASK : key)
                                + "] from parameter store for this account.",
                        faults);
                yield Optional.empty();
            }
            case ValueSource.Answer.Unavailable() -> {
                if (BOOTSTRAP_VERSION.matcher(key).matches()) {
                    yield Optional.of(PREPARED_VERSION);
                }
                fault(
                        parameter,
                        "Parameters: [" + parameter.name() + "] of type "
                                + parameter.type().name()
                                + " needs the Systems Manager Parameter Store, which this server does not have",
                        faults);
                yield Optional.empty();
            }
        };
    }

    private static JsonNode node(ParameterType type, String value) {
        if (!type.list()) {
            return NODES.stringNode(value);
        }
        ArrayNode list = NODES.arrayNode();
        Conformance.elements(type, value).forEach(list::add);
        return list;
    }

    private static void fault(Parameter parameter, String message, Faults faults) {
        faults.add(message, parameter.place().pointer(), parameter.place().at());
    }
}
