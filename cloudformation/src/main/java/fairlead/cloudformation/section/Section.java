package fairlead.cloudformation.section;

import java.util.Arrays;
import java.util.Optional;

/// The sections that a template may have.
public enum Section {
    VERSION("AWSTemplateFormatVersion"),
    DESCRIPTION("Description"),
    METADATA("Metadata"),
    PARAMETERS("Parameters"),
    RULES("Rules"),
    MAPPINGS("Mappings"),
    CONDITIONS("Conditions"),
    TRANSFORM("Transform"),
    RESOURCES("Resources"),
    OUTPUTS("Outputs");

    private final String key;

    Section(String key) {
        this.key = key;
    }

    /// As templates write it.
    public String key() {
        return key;
    }

    static Optional<Section> of(String key) {
        return Arrays.stream(values())
                .filter(section -> section.key.equals(key))
                .findFirst();
    }
}
