package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.generator.pattern.PatternText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An object in the making: first the choice of its members, and then each of them.
final class ObjectDraw {

    private static final int[] CHANCES = {55, 40, 30, 15};

    private final Draw draw;
    private final Chance chance;
    private final Form form;
    private final Members members;
    private final Draw.Focus focus;
    private final ObjectNode object = JsonNodeFactory.instance.objectNode();

    ObjectDraw(Draw draw, Form form, Draw.Focus focus) {
        this.draw = draw;
        this.chance = draw.chance();
        this.form = form;
        this.members = form.members();
        this.focus = focus;
    }

    Optional<JsonNode> draw() {
        Set<String> names = names();
        for (String name : ordered(names)) {
            if (!add(name) && members.required().contains(name)) {
                return Optional.empty();
            }
        }
        addMapped();
        fill();
        if (object.size() < members.fewest()) {
            return draw.fail(form, "fewer than " + members.fewest() + " properties were possible");
        }
        return Optional.of(object);
    }

    // -- which ----------------------------------------------------------------------------------------------------

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        members.required().stream().filter(this::shown).forEach(names::add);
        List<String> optional = members.declared().stream()
                .filter(name -> !names.contains(name) && possible(name))
                .toList();
        int needed = Math.max(0, members.fewest() - names.size());
        for (String name : chance.shuffled(optional)) {
            boolean room = names.size() < members.most();
            if (room && (forced(name) || wanted(names.size() - needed))) {
                require(name, names);
            }
        }
        for (String name : List.copyOf(names)) {
            require(name, names);
        }
        return names;
    }

    private boolean shown(String name) {
        return !focus.hidden().below(name).here();
    }

    private boolean possible(String name) {
        return shown(name)
                && form.member(name)
                        .filter(member -> member.height() < Forms.ENDLESS)
                        .isPresent();
    }

    private boolean forced(String name) {
        Paths paths = focus.forced().below(name);
        return paths.here() || paths.next().keySet().stream().anyMatch(step -> !step.equals("*"));
    }

    /// After some failures here, other amounts of members are tried, whatever the size.
    private boolean wanted(int above) {
        return switch (focus.effort()) {
            case 0, 1, 2 -> wantedBySize();
            case 3, 7, 11, 15 -> above < 1;
            case 4, 8, 12, 16 -> chance.percent(50);
            case 5, 9, 13, 17 -> chance.percent(90);
            default -> chance.percent(20);
        };
    }

    private boolean wantedBySize() {
        boolean top = focus.depth() == 0;
        return switch (draw.size()) {
            case MINIMAL -> false;
            case TYPICAL -> !draw.lean(focus) && chance.percent(CHANCES[Math.min(focus.depth(), 3)]);
            case MAXIMAL -> top || !draw.lean(focus);
        };
    }

    /// Adds a name and those that have to be there with it.
    private void require(String name, Set<String> names) {
        names.add(name);
        for (String with : members.dependencies().getOrDefault(name, List.of())) {
            if (!names.contains(with) && shown(with)) {
                require(with, names);
            }
        }
    }

    private List<String> ordered(Set<String> names) {
        List<String> ordered = new ArrayList<>();
        members.declared().stream().filter(names::contains).forEach(ordered::add);
        names.stream().filter(name -> !members.declared().contains(name)).forEach(ordered::add);
        return ordered;
    }

    // -- each -----------------------------------------------------------------------------------------------------

    private boolean add(String name) {
        Optional<Form> member = form.member(name);
        if (member.isEmpty()) {
            draw.fail(form, "'" + name + "' is required and nothing is allowed for it");
            return false;
        }
        Optional<JsonNode> value = draw.value(member.get(), focus.below(name));
        value.ifPresent(made -> object.set(name, made));
        return value.isPresent();
    }

    /// Adds members whose names are not declared, where the schema is about such.
    private void addMapped() {
        boolean bag = members.declared().isEmpty() && members.open();
        if (draw.lean(focus) || (members.patterns().isEmpty() && !bag)) {
            return;
        }
        int count = draw.size() == Size.MAXIMAL ? 3 : chance.between(bag ? 0 : 1, 2);
        addNew(Math.min(members.most(), object.size() + count));
    }

    private void fill() {
        for (String name : chance.shuffled(members.declared())) {
            if (object.size() < members.fewest() && !object.has(name) && possible(name)) {
                add(name);
            }
        }
        addNew(members.fewest());
    }

    private void addNew(int size) {
        for (int i = 0; i < 20 * size && object.size() < size; i++) {
            String name = newName(i);
            boolean known = object.has(name) || members.declared().contains(name);
            if (!known && !name.isEmpty() && possible(name)) {
                add(name);
            }
        }
    }

    private String newName(int attempt) {
        if (members.patterns().isEmpty()) {
            return Samples.text(3 + chance.below(8), false, draw.size(), chance);
        }
        String expression = chance.pick(members.patterns());
        Optional<PatternText> pattern = PatternText.of(expression);
        if (pattern.isEmpty()) {
            return Samples.odd(attempt, 3, chance);
        }
        int least = Math.max(1, pattern.get().least());
        int most = Math.max(least, Math.min(pattern.get().most(), least + 8 + attempt));
        PatternText.Style style = attempt % 5 == 4 ? PatternText.Style.AHEAD : PatternText.Style.PLAIN;
        String name = pattern.get().write(chance.between(least, most), style, chance);
        boolean matches = Pattern.compile(expression).matcher(name).find();
        return matches ? name : "";
    }
}
