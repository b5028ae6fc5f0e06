package fairlead.schema.diff;

import fairlead.schema.PropertyPath;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A patch of a document of which its caller does not see some values: they can be set and taken away, and not read.
///
/// The caller can't know whether they are there. So `replace` sets one that is missing, and `remove` of one does
/// nothing; what holds it is made. `test`, `copy` and `move` find nothing there, and a value goes nowhere where it
/// could be read.
final class HiddenValues {

    private final List<PropertyPath> hidden;
    private final Application whole;
    private final Application seen;
    private final List<PropertyPath> removed = new ArrayList<>();

    HiddenValues(ObjectNode document, List<PropertyPath> hidden) {
        this.hidden = hidden;
        whole = new Application(document.deepCopy());
        ObjectNode visible = document.deepCopy();
        hidden.forEach(path -> path.remove(visible));
        seen = new Application(visible);
    }

    Patch.Patched patched(List<Operation> operations) {
        for (int i = 0; i < operations.size(); i++) {
            apply(i, operations.get(i));
        }
        return new Patch.Patched(whole.document(), removed);
    }

    private void apply(int index, Operation operation) {
        switch (operation) {
            case Operation.Add add
            when isHidden(add.path()) -> {
                whole.provide(add.path());
                whole.apply(index, add);
            }
            case Operation.Replace replace when isHidden(replace.path()) -> replace(index, replace);
            case Operation.Remove(Pointer path) when isHidden(path) -> remove(index, path);
            case Operation.Add _, Operation.Replace _, Operation.Remove _ -> {
                seen.apply(index, operation);
                whole.apply(index, operation);
            }
            case Operation.Test _ -> seen.apply(index, operation);
            case Operation.Copy(Pointer from, Pointer path) -> {
                JsonNode value = seen.value(index, from);
                if (isHidden(path)) {
                    whole.provide(path);
                } else {
                    seen.apply(index, operation);
                }
                whole.copy(index, value, path);
            }
            case Operation.Move move -> move(index, move);
        }
    }

    private void replace(int index, Operation.Replace replace) {
        whole.provide(replace.path());
        boolean there = whole.has(replace.path());
        whole.apply(index, there ? replace : new Operation.Add(replace.path(), replace.value()));
    }

    private void remove(int index, Pointer path) {
        if (whole.has(path)) {
            whole.apply(index, new Operation.Remove(path));
        }
        hidden.stream()
                .filter(known -> known.steps().size() == path.steps().size() && known.covers(path.steps()))
                .forEach(removed::add);
    }

    /// An item that moves within its list keeps what is hidden in it.
    private void move(int index, Operation.Move move) {
        Pointer from = move.from();
        Pointer path = move.path();
        JsonNode value = seen.value(index, from).deepCopy();
        boolean within = !from.isRoot()
                && !path.isRoot()
                && from.parent().equals(path.parent())
                && seen.value(index, from.parent()).isArray();
        seen.apply(index, isHidden(path) ? new Operation.Remove(from) : move);
        if (within) {
            whole.apply(index, move);
        } else if (!from.equals(path)) {
            whole.apply(index, new Operation.Remove(from));
            if (isHidden(path)) {
                whole.provide(path);
            }
            whole.apply(index, new Operation.Add(path, value));
        }
    }

    private boolean isHidden(Pointer path) {
        return hidden.stream().anyMatch(known -> known.covers(path.steps()));
    }
}
