package fairlead.schema.evolution;

import java.util.List;
import java.util.stream.Stream;

/// All rules, in the order of the reference.
final class Rules {

    static final List<PropertyRule> PROPERTY = List.of(
            new PropertyRemoved(),
            new PropertyAdded(),
            new RequiredAdded(),
            new RequiredRemoved(),
            new TypeNarrowed(),
            new TypeWidened(),
            new EnumNarrowed(),
            new EnumWidened(),
            new PatternChanged(),
            new LimitNarrowed(),
            new LimitWidened(),
            new MultipleOfChanged(),
            new FormatChanged(),
            new DefaultChanged(),
            new InsertionOrderChanged(),
            new UniqueItemsChanged(),
            new ArrayTypeChanged(),
            new UnknownPropertiesClosed(),
            new UnknownPropertiesOpened(),
            new PatternPropertiesChanged(),
            new AlternativesNarrowed(),
            new AlternativesWidened(),
            new DependenciesChanged());

    static final List<DocumentRule> DOCUMENT = List.of(
            new TypeNameChanged(),
            new PrimaryIdentifierChanged(),
            new AdditionalIdentifierRemoved(),
            new AdditionalIdentifierAdded(),
            new CreateOnlyAdded(),
            new CreateOnlyRemoved(),
            new ConditionalCreateOnlyAdded(),
            new ConditionalCreateOnlyRemoved(),
            new ReadOnlyAdded(),
            new ReadOnlyRemoved(),
            new WriteOnlyAdded(),
            new WriteOnlyRemoved(),
            new PropertyDeprecated(),
            new PropertyHidden(),
            new HandlerRemoved(),
            new HandlerAdded(),
            new PermissionAdded(),
            new TimeoutLowered(),
            new TaggingReduced(),
            new TagPropertyChanged(),
            new ReplacementStrategyChanged(),
            new TransformChanged());

    private Rules() {}

    static List<Rule> all() {
        return Stream.<Rule>concat(PROPERTY.stream(), DOCUMENT.stream()).toList();
    }
}
