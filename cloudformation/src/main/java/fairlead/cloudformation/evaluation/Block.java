package fairlead.cloudformation.evaluation;

/// The part of a template in which something is evaluated: whether it may speak of resources, and what is said of a
/// name that nothing has.
public enum Block {
    RESOURCES(true, true),
    OUTPUTS(true, true),
    /// Attributes of resources that have to be known before anything is done.
    POLICIES(false, true),
    CONDITIONS(false, false),
    RULES(false, false),
    /// The collection of a loop.
    LOOPS(false, true),
    /// The argument of `Fn::ImportValue`, and the name of an export.
    EXPORTS(false, true);

    private final boolean resources;
    private final boolean choices;

    Block(boolean resources, boolean choices) {
        this.resources = resources;
        this.choices = choices;
    }

    boolean mayReferToResources() {
        return resources;
    }

    /// Whether `Fn::If` may be used.
    boolean mayChoose() {
        return choices;
    }

    String unresolved(String name) {
        return switch (this) {
            case RESOURCES, POLICIES, EXPORTS, LOOPS ->
                "Template format error: Unresolved resource dependencies [" + name
                        + "] in the Resources block of the template";
            case OUTPUTS ->
                "Template format error: Unresolved resource dependencies [" + name
                        + "] in the Outputs block of the template";
            case CONDITIONS ->
                "Template format error: Unresolved dependencies [" + name
                        + "]. Cannot reference resources in the Conditions block of the template";
            case RULES ->
                "Template format error: Unresolved dependencies [" + name
                        + "]. Cannot reference resources in the Rules block of the template";
        };
    }

    String noResource(String name) {
        return switch (this) {
            case EXPORTS ->
                "Template error: the attribute in Fn::ImportValue and the name of an export must not depend on "
                        + "any resources, imported values, or Fn::GetAZs: found " + name;
            case POLICIES -> "Template error: " + name + " is a resource, and only parameters can be referred to here";
            case LOOPS ->
                "Transform AWS::LanguageExtensions failed with: " + name
                        + " is a resource, and the collection of Fn::ForEach can refer to parameters alone";
            case RESOURCES, OUTPUTS, CONDITIONS, RULES -> unresolved(name);
        };
    }
}
