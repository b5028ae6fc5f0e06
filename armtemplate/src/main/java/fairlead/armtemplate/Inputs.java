package fairlead.armtemplate;

import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.limit.Limits;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;

/// All that a template is compiled with besides itself.
///
/// @param parameters the values of parameters by their names
/// @param now the instant of the deployment
/// @param seed of what has to be unique to the deployment: the same seed gives the same values of
///     `newGuid`
public record Inputs(
        SequencedMap<String, Given> parameters,
        Surroundings surroundings,
        Instant now,
        String seed,
        Types types,
        LinkedTemplates linked,
        Limits limits) {

    public Inputs {
        parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
    }

    /// What was given for a parameter.
    public sealed interface Given {

        /// A value.
        ///
        /// @param secret whether it must not be shown, whatever the template declares
        record Value(JsonNode value, boolean secret) implements Given {}

        /// Something that is no value.
        ///
        /// @param code of the fault
        /// @param why what is said about it
        record Refused(String code, String why) implements Given {}
    }

    /// Inputs with no parameters, for types, links and limits of the simplest kind.
    public static Inputs of(Surroundings surroundings, Instant now, String seed) {
        return new Inputs(
                new LinkedHashMap<>(), surroundings, now, seed, Types.any(), LinkedTemplates.none(), Limits.DEFAULT);
    }

    /// The same with other parameters, in the form in which requests have them: `{"name": {"value": ...}}`.
    public Inputs withParameters(JsonNode written) {
        return new Inputs(given(written), surroundings, now, seed, types, linked, limits);
    }

    /// The same with other linked templates.
    public Inputs withLinked(LinkedTemplates others) {
        return new Inputs(parameters, surroundings, now, seed, types, others, limits);
    }

    /// Reads the `parameters` of a request.
    public static SequencedMap<String, Given> given(JsonNode written) {
        SequencedMap<String, Given> given = new LinkedHashMap<>();
        if (written.isObject()) {
            for (Map.Entry<String, JsonNode> member : written.properties()) {
                given.put(member.getKey(), one(member.getKey(), member.getValue()));
            }
        }
        return given;
    }

    static Given one(String name, JsonNode written) {
        Optional<JsonNode> value = Values.member(written, "value");
        if (value.isPresent() && written.size() == 1) {
            return new Given.Value(value.get(), false);
        }
        if (Values.member(written, "reference").isPresent()) {
            return new Given.Refused(
                    "KeyVaultParameterReferenceNotSupported",
                    "The parameter '" + name
                            + "' refers to a secret of a key vault, which this server does not read. Give its value.");
        }
        return new Given.Refused(
                "InvalidRequestContent",
                "The parameter '" + name + "' is expected to be an object with the property 'value' alone, found '"
                        + String.join(", ", written.isObject() ? written.propertyNames() : List.of())
                        + "'.");
    }
}
