package fairlead.cloudformation.parameter;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.parameter.Parameter.Constraints;
import fairlead.cloudformation.parameter.Parameter.Range;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads the declarations of parameters.
public final class Declarations {

    private static final Set<String> KEYS = Set.of(
            "Type",
            "Default",
            "Description",
            "NoEcho",
            "AllowedValues",
            "AllowedPattern",
            "MinLength",
            "MaxLength",
            "MinValue",
            "MaxValue",
            "ConstraintDescription");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,255}");
    private static final int LONGEST_DESCRIPTION = 4000;

    private final Faults faults;

    private Declarations(Faults faults) {
        this.faults = faults;
    }

    /// All parameters that are declared well, in the order of the template.
    public static SequencedMap<String, Parameter> read(Tree section, Place place, Faults faults) {
        SequencedMap<String, Parameter> parameters = new LinkedHashMap<>();
        Declarations declarations = new Declarations(faults);
        if (!(section instanceof Tree.Mapping(var members, var at))) {
            faults.add("Template format error: Parameters must be an object.", place.pointer(), section.at());
            return parameters;
        }
        members.forEach((name, declared) -> declarations
                .parameter(name, declared, place.member(name, declared))
                .ifPresent(parameter -> parameters.put(name, parameter)));
        return parameters;
    }

    private Optional<Parameter> parameter(String name, Tree declared, Place place) {
        if (!NAME.matcher(name).matches()) {
            fault("Template format error: Parameter name " + name + " is non alphanumeric.", place);
        }
        if (declared.isNull()) {
            return Optional.empty();
        }
        if (!(declared instanceof Tree.Mapping(var members, var _))) {
            fault("Template format error: Any Parameters member must be an object.", place);
            return Optional.empty();
        }
        members.forEach((key, value) -> {
            if (!KEYS.contains(key)) {
                fault("Invalid template parameter property '" + key + "'", place.member(key, value));
            }
        });
        Optional<ParameterType> type = type(declared, place);
        Constraints constraints = constraints(declared, place);
        Optional<String> description = text(declared, "Description", place);
        if (description.filter(text -> text.length() > LONGEST_DESCRIPTION).isPresent()) {
            fault("Template format error: Parameter '" + name + "' Description length is greater than 4000.", place);
        }
        Optional<String> defaultValue = defaultValue(declared, place);
        boolean noEcho = noEcho(declared, place);
        return type.map(
                known -> checked(new Parameter(name, known, defaultValue, noEcho, description, constraints, place)));
    }

    /// A default has to be like any other value.
    private Parameter checked(Parameter parameter) {
        if (!parameter.type().stored()) {
            parameter
                    .defaultValue()
                    .flatMap(value -> Conformance.of(parameter, value))
                    .ifPresent(wrong -> fault(
                            "Template format error: Default of parameter " + parameter.name() + ": " + wrong,
                            parameter.place()));
        }
        return parameter;
    }

    private Optional<ParameterType> type(Tree declared, Place place) {
        Optional<Tree> type = declared.member("Type");
        if (type.isEmpty()) {
            fault("Template format error: Every Parameters object must contain a Type member.", place);
            return Optional.empty();
        }
        if (type.get().isNull()) {
            return Optional.empty();
        }
        String name = type.get().text().orElse("");
        Optional<ParameterType> known = ParameterType.parse(name);
        if (known.isEmpty()) {
            fault(
                    "Template format error: Unrecognized parameter type: "
                            + type.get().json().asString(""),
                    place.member("Type", type.get()));
        }
        return known;
    }

    private Optional<String> defaultValue(Tree declared, Place place) {
        Optional<Tree> value = declared.member("Default").filter(given -> !given.isNull());
        if (value.isPresent() && value.get().written().isEmpty()) {
            fault(
                    "Template format error: Every Default member must be a string.",
                    place.member("Default", value.get()));
        }
        return value.flatMap(Tree::written);
    }

    private boolean noEcho(Tree declared, Place place) {
        Optional<Tree> given = declared.member("NoEcho").filter(value -> !value.isNull());
        if (given.isEmpty()) {
            return false;
        }
        String written = given.get().written().orElse("");
        if (!written.equalsIgnoreCase("true") && !written.equalsIgnoreCase("false")) {
            fault(
                    "Template format error: Every NoEcho member must be true or false.",
                    place.member("NoEcho", given.get()));
        }
        return !written.equalsIgnoreCase("false");
    }

    private Constraints constraints(Tree declared, Place place) {
        Optional<String> pattern = text(declared, "AllowedPattern", place);
        pattern.ifPresent(text -> {
            try {
                Pattern.compile(text);
            } catch (PatternSyntaxException e) {
                fault(
                        "Template format error: AllowedPattern is no regular expression: " + e.getDescription(),
                        place.member(
                                "AllowedPattern",
                                declared.member("AllowedPattern").orElse(declared)));
            }
        });
        return new Constraints(
                pattern,
                allowedValues(declared, place),
                range(declared, "MinLength", "MaxLength", place),
                range(declared, "MinValue", "MaxValue", place),
                text(declared, "ConstraintDescription", place));
    }

    private List<String> allowedValues(Tree declared, Place place) {
        Optional<Tree> given = declared.member("AllowedValues").filter(value -> !value.isNull());
        if (given.isEmpty()) {
            return List.of();
        }
        Place at = place.member("AllowedValues", given.get());
        if (!(given.get() instanceof Tree.Sequence(var items, var _)) || items.isEmpty()) {
            fault("Template format error: Every AllowedValues member must be a list with at least one value.", at);
            return List.of();
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Tree item = items.get(i);
            item.written().ifPresent(values::add);
            if (item.written().isEmpty() && !item.isNull()) {
                fault("Template format error: Every AllowedValues value must be a string.", at.item(i, item));
            }
        }
        return values;
    }

    private Range range(Tree declared, String least, String most, Place place) {
        Range range = new Range(number(declared, least, place), number(declared, most, place));
        if (range.least().isPresent()
                && range.most().isPresent()
                && range.least().get().compareTo(range.most().get()) > 0) {
            fault("Template format error: " + least + " is greater than " + most, place);
        }
        return range;
    }

    private Optional<BigDecimal> number(Tree declared, String key, Place place) {
        Optional<Tree> given = declared.member(key).filter(value -> !value.isNull());
        if (given.isEmpty()) {
            return Optional.empty();
        }
        Optional<BigDecimal> number = given.get().written().flatMap(Conformance::number);
        if (number.isEmpty()) {
            fault("Template format error: Every " + key + " member must be a number.", place.member(key, given.get()));
        }
        return number;
    }

    private Optional<String> text(Tree declared, String key, Place place) {
        Optional<Tree> given = declared.member(key).filter(value -> !value.isNull());
        if (given.isPresent() && given.get().written().isEmpty()) {
            fault("Template format error: Every " + key + " member must be a string.", place.member(key, given.get()));
        }
        return given.flatMap(Tree::written);
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }
}
