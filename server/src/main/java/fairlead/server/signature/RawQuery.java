package fairlead.server.signature;

import fairlead.schema.text.Percent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The query of an address with every parameter, decoded, in the order and casing in which they came.
record RawQuery(List<Parameter> parameters) {

    static final String SIGNATURE = "X-Amz-Signature";

    record Parameter(String name, String value) {}

    private static final RawQuery NONE = new RawQuery(List.of());

    RawQuery {
        parameters = List.copyOf(parameters);
    }

    static RawQuery parse(String raw) {
        if (raw.isEmpty()) {
            return NONE;
        }
        List<Parameter> parameters = new ArrayList<>();
        for (String part : raw.split("&", -1)) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                String name = equals < 0 ? part : part.substring(0, equals);
                String value = equals < 0 ? "" : part.substring(equals + 1);
                parameters.add(new Parameter(Percent.decodeLeniently(name), Percent.decodeLeniently(value)));
            }
        }
        return new RawQuery(parameters);
    }

    boolean has(String name) {
        return first(name).isPresent();
    }

    boolean isRepeated(String name) {
        return parameters.stream()
                        .filter(parameter -> parameter.name().equals(name))
                        .count()
                > 1;
    }

    Optional<String> first(String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(name)) {
                return Optional.of(parameter.value());
            }
        }
        return Optional.empty();
    }

    RawQuery without(String name) {
        return new RawQuery(parameters.stream()
                .filter(parameter -> !parameter.name().equals(name))
                .toList());
    }

    String value(String name) {
        return first(name).orElse("");
    }

    /// Encoded, sorted by name and then by value, without the signature itself.
    String canonical() {
        List<Parameter> encoded = new ArrayList<>();
        for (Parameter parameter : parameters) {
            if (!parameter.name().equals(SIGNATURE)) {
                encoded.add(new Parameter(Percent.encode(parameter.name()), Percent.encode(parameter.value())));
            }
        }
        encoded.sort(Comparator.comparing(Parameter::name).thenComparing(Parameter::value));
        StringBuilder text = new StringBuilder();
        for (Parameter parameter : encoded) {
            text.append(text.isEmpty() ? "" : "&")
                    .append(parameter.name())
                    .append('=')
                    .append(parameter.value());
        }
        return text.toString();
    }
}
