package fairlead.armtemplate;

import fairlead.armtemplate.Instance.State;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.scope.Ids;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Finds resources by what templates call them: ids, names, symbols and names of loops.
final class Registry {

    private final Compilation compilation;
    private final SequencedMap<String, List<Instance>> ids = new LinkedHashMap<>();
    private final Map<String, List<Instance>> names = new HashMap<>();
    private final Map<String, List<Instance>> namesInside = new HashMap<>();
    private final Map<String, List<Instance>> loops = new HashMap<>();
    private final Map<String, Instance> symbols = new HashMap<>();
    private final Map<String, List<Instance>> symbolLoops = new HashMap<>();
    private final SequencedMap<String, Outside> outside = new LinkedHashMap<>();
    private boolean closed;

    /// Something that the template refers to and does not make.
    record Outside(Expression id, Optional<String> version, String type, String pointer) {}

    Registry(Compilation compilation) {
        this.compilation = compilation;
    }

    void add(List<Instance> instances) {
        boolean symbolic = compilation.template().object("resources").isObject();
        for (Instance instance : instances) {
            index(ids, instance.id(), instance);
            if (instance.type().equalsIgnoreCase("Microsoft.Resources/resourceGroups")) {
                String scope = instance.id().replaceAll("(?i)/resourceGroups/[^/]+$", "");
                index(ids, scope + "/providers/Microsoft.Resources/resourceGroups/" + instance.name(), instance);
            }
            index(names, instance.name(), instance);
            if (instance.isInside()) {
                index(namesInside, instance.name().substring(instance.name().lastIndexOf('/') + 1), instance);
            }
            instance.loop().ifPresent(turn -> index(loops, turn.loop(), instance));
            if (symbolic && !instance.key().startsWith("/")) {
                if (symbols.put(instance.key().toLowerCase(Locale.ROOT), instance) != null) {
                    compilation
                            .faults()
                            .add(
                                    instance.pointer(),
                                    "The resource '" + instance.key() + "' "
                                            + compilation.faults().at(instance.pointer())
                                            + " is defined multiple times in a template: symbolic names differ in more"
                                            + " than their case.");
                }
                if (instance.loop().isPresent()) {
                    index(
                            symbolLoops,
                            instance.key().substring(0, instance.key().lastIndexOf('[')),
                            instance);
                }
            }
        }
        noneTwice();
    }

    private static void index(Map<String, List<Instance>> into, String name, Instance instance) {
        into.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
                .add(instance);
    }

    private void noneTwice() {
        Set<Instance> said = new LinkedHashSet<>();
        ids.values().forEach(alike -> {
            List<Instance> wanted =
                    alike.stream().filter(one -> one.state() == State.WANTED).toList();
            if (wanted.size() > 1 && said.add(wanted.get(1))) {
                Instance twice = wanted.get(1);
                compilation
                        .faults()
                        .add(
                                twice.pointer(),
                                "The resource '" + twice.id() + "' "
                                        + compilation.faults().at(twice.pointer())
                                        + " is defined multiple times in a template. Please see"
                                        + " https://aka.ms/arm-syntax-resources for usage details.");
            }
        });
    }

    Set<String> symbols() {
        Set<String> keys = new LinkedHashSet<>();
        symbols.values().forEach(instance -> keys.add(instance.key()));
        return keys;
    }

    /// Whether loops that make nothing may be named: they were found, too.
    List<Instance> loop(String name, String function) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<Instance> found = symbolLoops.getOrDefault(lower, loops.getOrDefault(lower, List.of()));
        if (found.isEmpty() && !isEmptyLoop(lower)) {
            throw new EvaluationException("The template function '" + function + "' refers to the loop '" + name
                    + "', which is not defined in the template.");
        }
        return found;
    }

    private boolean isEmptyLoop(String lower) {
        JsonNode resources = compilation.template().object("resources");
        if (resources.isObject()
                && Values.member(resources, lower)
                        .flatMap(resource -> Values.member(resource, "copy"))
                        .isPresent()) {
            return true;
        }
        for (JsonNode resource : resources) {
            boolean named = Values.member(resource, "copy")
                    .flatMap(copy -> Values.member(copy, "name"))
                    .filter(name -> name.asString().equalsIgnoreCase(lower))
                    .isPresent();
            if (named) {
                return true;
            }
        }
        return false;
    }

    /// The resources that an entry of `dependsOn` means.
    ///
    /// @throws EvaluationException if there is none
    List<Instance> dependency(String written) {
        String lower = written.toLowerCase(Locale.ROOT);
        Instance symbol = symbols.get(lower);
        if (symbol != null) {
            return List.of(symbol);
        }
        List<Instance> found = symbolLoops.get(lower);
        if (found == null) {
            found = loops.get(lower);
        }
        if (found == null && isEmptyLoop(lower)) {
            return List.of();
        }
        if (found == null) {
            found = ids.get(lower);
        }
        if (found == null) {
            found = Ids.relative(
                            written, compilation.inputs().surroundings().scope().id())
                    .map(id -> ids.get(id.toLowerCase(Locale.ROOT)))
                    .orElse(null);
        }
        if (found == null) {
            found = byName(written);
        }
        if (found.isEmpty()) {
            throw new EvaluationException("The resource '" + written
                    + "' is not defined in the template. Please see https://aka.ms/arm-syntax for usage details.");
        }
        return found;
    }

    private List<Instance> byName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<Instance> found = names.getOrDefault(lower, namesInside.getOrDefault(lower, List.of()));
        if (found.stream()
                        .map(one -> one.id().toLowerCase(Locale.ROOT))
                        .distinct()
                        .count()
                > 1) {
            throw new EvaluationException("The resource name '" + name
                    + "' is ambiguous: it is the name of several resources of the template. Use the id of one. Please"
                    + " see https://aka.ms/arm-syntax for usage details.");
        }
        return found;
    }

    String node(String target, Optional<String> version, String function, String pointer) {
        Optional<Instance> found = instance(target);
        if (found.isPresent() && found.get().state() == State.WANTED) {
            otherVersion(found.get(), version, pointer);
            return found.get().key();
        }
        if (found.isPresent()) {
            Instance there = found.get();
            String key = there.state() == State.EXISTING ? there.key() : "existing:" + there.id();
            Expression id = Expression.Value.of(Values.text(there.id()));
            return outside(key, new Outside(id, version.or(() -> Optional.of(there.version())), there.type(), pointer));
        }
        if (!Ids.isWhole(target)) {
            throw new EvaluationException("The template reference '" + target
                    + "' is not valid: could not find template resource or resource copy with this name. Please see"
                    + " https://aka.ms/arm-function-reference for usage details.");
        }
        if (version.isEmpty()) {
            throw new EvaluationException("The template function '" + function + "' of '" + target
                    + "' requires an API version, because the resource is not defined in the template. Please see"
                    + " https://aka.ms/arm-function-reference for usage details.");
        }
        Expression id = Expression.Value.of(Values.text(target));
        return outside(
                "existing:" + target.toLowerCase(Locale.ROOT) + "@" + version.get(),
                new Outside(id, version, Ids.type(target), pointer));
    }

    private void otherVersion(Instance found, Optional<String> version, String pointer) {
        if (version.isPresent() && !version.get().equalsIgnoreCase(found.version()) && !found.isDeployment()) {
            compilation.warn("The resource '" + found.id() + "' is read "
                    + compilation.faults().at(pointer)
                    + " in the API version '" + found.version() + "' that the template deploys it with, not in '"
                    + version.get() + "'.");
        }
    }

    private Optional<Instance> instance(String target) {
        Instance symbol = symbols.get(target.toLowerCase(Locale.ROOT));
        if (symbol != null) {
            return Optional.of(symbol);
        }
        List<Instance> found = ids.get(target.toLowerCase(Locale.ROOT));
        if (found == null) {
            found = Ids.relative(
                            target, compilation.inputs().surroundings().scope().id())
                    .map(id -> ids.get(id.toLowerCase(Locale.ROOT)))
                    .orElse(null);
        }
        if (found == null && !target.startsWith("/")) {
            found = byName(target);
        }
        if (found == null || found.isEmpty()) {
            return Optional.empty();
        }
        Instance first = found.getFirst();
        return Optional.of(found.stream()
                .filter(one -> one.state() == State.WANTED)
                .findFirst()
                .orElse(first));
    }

    String node(Expression target, Optional<String> version, String function, String pointer, String key) {
        if (version.isEmpty()) {
            throw new EvaluationException("The template function '" + function
                    + "' requires an API version, because the resource is not known before something is deployed."
                    + " Please see https://aka.ms/arm-function-reference for usage details.");
        }
        return outside("existing:" + pointer + ":" + key, new Outside(target, version, "", pointer));
    }

    private synchronized String outside(String key, Outside what) {
        if (closed && !outside.containsKey(key)) {
            throw new EvaluationException("The template language expression refers to '" + key
                    + "', which was not known before anything was deployed.");
        }
        outside.putIfAbsent(key, what);
        return key;
    }

    /// A resource that the template names and does not make, as something outside of it.
    String existing(Instance instance) {
        Expression id = Expression.Value.of(Values.text(instance.id()));
        return outside(
                instance.key(), new Outside(id, Optional.of(instance.version()), instance.type(), instance.pointer()));
    }

    SequencedMap<String, Outside> outside() {
        return outside;
    }

    /// From now on nothing that is outside is added.
    synchronized void close() {
        closed = true;
    }

    /// The resource of an id, if the template makes it.
    Optional<Instance> planned(String id) {
        return ids.getOrDefault(id.toLowerCase(Locale.ROOT), List.of()).stream()
                .filter(one -> one.state() == State.WANTED)
                .findFirst();
    }

    JsonNode info(String name) {
        Instance found = instance(name)
                .orElseThrow(() -> new EvaluationException("The resource '" + name
                        + "' is not defined in the template. Please see https://aka.ms/arm-syntax for usage details."));
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", found.id())
                .put("name", found.name())
                .put("type", found.type())
                .put("apiVersion", found.version());
    }

    /// A resource of the template that was found by its symbol, and is not made by it.
    Optional<Instance> symbol(String key) {
        return Optional.ofNullable(symbols.get(key.toLowerCase(Locale.ROOT)));
    }
}
