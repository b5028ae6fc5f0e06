package fairlead.schema.evolution;

import fairlead.schema.evolution.access.ConditionalCreateOnlyAdded;
import fairlead.schema.evolution.access.ConditionalCreateOnlyRemoved;
import fairlead.schema.evolution.access.CreateOnlyAdded;
import fairlead.schema.evolution.access.CreateOnlyRemoved;
import fairlead.schema.evolution.access.PropertyDeprecated;
import fairlead.schema.evolution.access.PropertyHidden;
import fairlead.schema.evolution.access.ReadOnlyAdded;
import fairlead.schema.evolution.access.ReadOnlyRemoved;
import fairlead.schema.evolution.access.WriteOnlyAdded;
import fairlead.schema.evolution.access.WriteOnlyRemoved;
import fairlead.schema.evolution.handler.HandlerAdded;
import fairlead.schema.evolution.handler.HandlerRemoved;
import fairlead.schema.evolution.handler.PermissionAdded;
import fairlead.schema.evolution.handler.ReplacementStrategyChanged;
import fairlead.schema.evolution.handler.TagPropertyChanged;
import fairlead.schema.evolution.handler.TaggingReduced;
import fairlead.schema.evolution.handler.TimeoutLowered;
import fairlead.schema.evolution.handler.TransformChanged;
import fairlead.schema.evolution.identifier.AdditionalIdentifierAdded;
import fairlead.schema.evolution.identifier.AdditionalIdentifierRemoved;
import fairlead.schema.evolution.identifier.PrimaryIdentifierChanged;
import fairlead.schema.evolution.identifier.TypeNameChanged;
import fairlead.schema.evolution.property.DefaultChanged;
import fairlead.schema.evolution.property.DependenciesChanged;
import fairlead.schema.evolution.property.PatternPropertiesChanged;
import fairlead.schema.evolution.property.PropertyAdded;
import fairlead.schema.evolution.property.PropertyRemoved;
import fairlead.schema.evolution.property.RequiredAdded;
import fairlead.schema.evolution.property.RequiredRemoved;
import fairlead.schema.evolution.property.UnknownPropertiesClosed;
import fairlead.schema.evolution.property.UnknownPropertiesOpened;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Rule;
import fairlead.schema.evolution.value.AlternativesNarrowed;
import fairlead.schema.evolution.value.AlternativesWidened;
import fairlead.schema.evolution.value.ArrayTypeChanged;
import fairlead.schema.evolution.value.EnumNarrowed;
import fairlead.schema.evolution.value.EnumWidened;
import fairlead.schema.evolution.value.FormatChanged;
import fairlead.schema.evolution.value.InsertionOrderChanged;
import fairlead.schema.evolution.value.LimitNarrowed;
import fairlead.schema.evolution.value.LimitWidened;
import fairlead.schema.evolution.value.MultipleOfChanged;
import fairlead.schema.evolution.value.PatternChanged;
import fairlead.schema.evolution.value.TypeNarrowed;
import fairlead.schema.evolution.value.TypeWidened;
import fairlead.schema.evolution.value.UniqueItemsChanged;
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
