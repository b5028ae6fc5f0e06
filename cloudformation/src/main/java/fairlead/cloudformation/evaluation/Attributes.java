package fairlead.cloudformation.evaluation;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.Place;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What `Fn::GetAtt` may ask a resource for: any property that is read.
public final class Attributes {

    /// What the language itself brings.
    public static final String STACK = "AWS::CloudFormation::Stack";

    /// Waits for signals.
    public static final String WAIT_CONDITION = "AWS::CloudFormation::WaitCondition";

    /// Where signals go.
    public static final String WAIT_CONDITION_HANDLE = "AWS::CloudFormation::WaitConditionHandle";

    /// What the deployment toolkit leaves in its templates.
    public static final String TOOLKIT_METADATA = "AWS::CDK::Metadata";

    /// Types that need no schema.
    public static final Set<String> OF_THE_LANGUAGE =
            Set.of(STACK, WAIT_CONDITION, WAIT_CONDITION_HANDLE, TOOLKIT_METADATA);

    private static final String CUSTOM_RESOURCE = "AWS::CloudFormation::CustomResource";
    private static final Pattern CUSTOM = Pattern.compile("Custom::[A-Za-z0-9_@-]{1,60}");

    private Attributes() {}

    /// Whether a type is of a resource that no handler makes, but the endpoint that its `ServiceToken` names.
    public static boolean isCustom(String type) {
        return type.equals(CUSTOM_RESOURCE) || CUSTOM.matcher(type).matches();
    }

    /// The way to the property that an attribute names; empty if there is none.
    static Optional<List<String>> path(Target target, String attribute) {
        if (target.schema().isPresent()) {
            return path(target.schema().get(), attribute);
        }
        if (!OF_THE_LANGUAGE.contains(target.type())) {
            // That there is no such type has been noted.
            return Optional.of(List.of(attribute));
        }
        String outputs = "Outputs.";
        if (target.type().equals(STACK) && attribute.startsWith(outputs) && attribute.length() > outputs.length()) {
            return Optional.of(List.of("Outputs", attribute.substring(outputs.length())));
        }
        return target.type().equals(WAIT_CONDITION) && attribute.equals("Data")
                ? Optional.of(List.of("Data"))
                : Optional.empty();
    }

    /// Where the schema knows a path, without the properties that are never read. In a map every key is one.
    public static Optional<List<String>> path(ResourceSchema schema, String attribute) {
        if (schema.root().property(attribute).isPresent()) {
            return read(schema, List.of(attribute));
        }
        List<String> path = new ArrayList<>();
        Optional<Place> place = Optional.of(schema.root());
        for (String step : attribute.split("\\.", -1)) {
            if (step.isEmpty()) {
                return Optional.empty();
            }
            path.add(step);
            if (place.isPresent()) {
                Optional<Place> next = place.get().property(step);
                if (next.isEmpty() && (path.size() == 1 || !isMap(place.get()))) {
                    return Optional.empty();
                }
                place = next;
            }
        }
        return read(schema, path);
    }

    private static boolean isMap(Place place) {
        return place.names().isEmpty()
                && place.item().isEmpty()
                && fairlead.schema.draft07.JsonType.OBJECT.in(place.types());
    }

    private static Optional<List<String>> read(ResourceSchema schema, List<String> path) {
        boolean hidden = schema.writeOnly().stream().anyMatch(written -> written.covers(path));
        return hidden ? Optional.empty() : Optional.of(List.copyOf(path));
    }

    /// The property path of the way to a property.
    public static PropertyPath property(List<String> path) {
        StringBuilder text = new StringBuilder("/properties");
        path.forEach(step -> text.append('/').append(PointerSteps.escape(step)));
        return PropertyPath.parse(text.toString());
    }
}
