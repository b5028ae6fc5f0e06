package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The forms of one schema, for the makers of changed and broken inputs.
///
/// @param forms every form that a part of the schema has
/// @param root the form of an input as a whole
record SchemaForms(ResourceSchema schema, Forms forms, Form root, Paths readOnly) {

    /// A value for a form, with nothing that a caller can't set.
    Optional<JsonNode> draw(Form form, Paths hidden, long seed, Size size) {
        return new Draw(forms, new Chance(seed), size, Mode.FULL).value(form, new Draw.Focus(1, hidden, Paths.NONE, 0));
    }

    /// The forms that a value may have: the one that decides nothing, or one for each alternative.
    List<Form> forms(Form form) {
        List<Form> all = new ArrayList<>(List.of(form));
        form.choices()
                .forEach(choice -> choice.branches().forEach(branch -> {
                    List<Source> parts = new ArrayList<>();
                    form.parts().forEach(part -> parts.add(forms.sources().plain(part)));
                    parts.addAll(branch);
                    all.add(forms.of(parts));
                }));
        return all;
    }
}
