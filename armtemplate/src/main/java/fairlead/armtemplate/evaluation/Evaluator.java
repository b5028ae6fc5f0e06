package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.evaluation.Frame.Use;
import fairlead.armtemplate.expression.Parser;
import fairlead.armtemplate.expression.Term;
import fairlead.armtemplate.expression.Term.Call;
import fairlead.armtemplate.expression.Term.Member;
import fairlead.armtemplate.function.Arguments;
import fairlead.armtemplate.function.Library;
import fairlead.armtemplate.function.Values;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Evaluates one expression. Where a value is not known before something is deployed, the result is null,
/// and the references that have to be known are kept.
final class Evaluator {

    private final Session session;
    private final String pointer;
    private final Map<Reference, JsonNode> known;
    private final Set<Reference> references = new LinkedHashSet<>();
    private final Set<String> inputs = new TreeSet<>();
    private final Lambdas lambdas;
    private boolean secret;

    /// @param pointer where the expression stands
    /// @param known what references have come to
    Evaluator(Session session, String pointer, Map<Reference, JsonNode> known) {
        this.session = session;
        this.pointer = pointer;
        this.known = known;
        this.lambdas = new Lambdas(this);
    }

    String pointer() {
        return pointer;
    }

    Set<Reference> references() {
        return references;
    }

    boolean secret() {
        return secret;
    }

    Set<String> inputs() {
        return inputs;
    }

    /// A value in which expressions may stand.
    @Nullable
    JsonNode tree(JsonNode value, Frame frame) {
        if (value.isString()) {
            session.step();
            return string(value.stringValue(), frame);
        }
        session.enter();
        try {
            return value.isArray() ? items(value, frame) : value.isObject() ? members(value, frame) : value;
        } finally {
            session.leave();
        }
    }

    private @Nullable JsonNode items(JsonNode array, Frame frame) {
        ArrayNode made = JsonNodeFactory.instance.arrayNode();
        boolean pending = false;
        for (JsonNode item : array) {
            JsonNode part = tree(item, frame);
            pending |= part == null;
            if (part != null) {
                made.add(part);
            }
        }
        return pending ? null : made;
    }

    private @Nullable JsonNode members(JsonNode object, Frame frame) {
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        boolean pending = false;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (Loop.isLoops(member.getKey(), member.getValue())) {
                pending |= loops(made, member.getValue(), frame);
                continue;
            }
            JsonNode part = tree(member.getValue(), frame);
            String name = name(member.getKey(), frame);
            pending |= part == null;
            if (part != null) {
                made.set(name, part);
            }
        }
        return pending ? null : made;
    }

    private boolean loops(ObjectNode made, JsonNode loops, Frame frame) {
        boolean pending = false;
        for (JsonNode written : loops) {
            Loop loop = Loop.read(written, this, frame);
            ArrayNode items = JsonNodeFactory.instance.arrayNode();
            for (long i = 0; i < loop.count(); i++) {
                JsonNode item = tree(loop.input(), frame.turn(loop.name(), i));
                pending |= item == null;
                if (item != null) {
                    items.add(item);
                }
            }
            made.set(loop.name(), session.made(items));
        }
        return pending;
    }

    /// The name of a member, which is an expression where bicep wrote an interpolated one.
    String name(String written, Frame frame) {
        if (!Parser.isExpression(written)) {
            return Parser.literal(written);
        }
        JsonNode name = string(written, frame);
        if (name == null || !name.isString()) {
            throw new EvaluationException("The name of the property '" + written + "' has to come to a string"
                    + (name == null ? " before anything is deployed." : "."));
        }
        return name.stringValue();
    }

    /// A string that may be an expression.
    @Nullable
    JsonNode string(String text, Frame frame) {
        return Parser.isExpression(text) ? evaluate(session.term(text), frame) : Values.text(Parser.literal(text));
    }

    @Nullable
    JsonNode evaluate(Term term, Frame frame) {
        session.enter();
        try {
            return switch (term) {
                case Term.Text(var value) -> Values.text(value);
                case Term.Whole(var value) -> Values.integer(value);
                case Member member -> member(member, frame);
                case Call call -> call(call, frame);
            };
        } finally {
            session.leave();
        }
    }

    /// Members of a reference are parts of it, so that as little as possible has to be known.
    private @Nullable JsonNode member(Member member, Frame frame) {
        List<Term> keys = new ArrayList<>();
        Term base = member;
        while (base instanceof Member(var of, var key)) {
            keys.addFirst(key);
            base = of;
        }
        if (base instanceof Call call && isReference(call)) {
            List<JsonNode> path = new ArrayList<>();
            for (Term key : keys) {
                JsonNode value = evaluate(key, frame);
                if (value == null) {
                    return rest(reference(call, frame, List.of()), keys, frame);
                }
                path.add(value);
            }
            return reference(call, frame, path);
        }
        return rest(evaluate(base, frame), keys, frame);
    }

    private @Nullable JsonNode rest(@Nullable JsonNode base, List<Term> keys, Frame frame) {
        JsonNode value = base;
        for (Term term : keys) {
            JsonNode key = evaluate(term, frame);
            value = value == null || key == null ? null : Members.of(value, key);
        }
        return value;
    }

    private static boolean isReference(Call call) {
        return call.namespace().isEmpty() && call.name().equalsIgnoreCase("reference");
    }

    private @Nullable JsonNode reference(Call call, Frame frame, List<JsonNode> path) {
        return new References(this, frame).reference(call, path);
    }

    private @Nullable JsonNode call(Call call, Frame frame) {
        if (!call.namespace().isEmpty()) {
            return user(call, frame);
        }
        String name = call.name().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "if" -> choice(call, frame);
            case "and" -> logic(call, frame, true);
            case "or" -> logic(call, frame, false);
            case "coalesce" -> coalesce(call, frame);
            case "parameters" -> parameter(call, frame);
            case "variables" -> variable(call, frame);
            case "copyindex" -> copyIndex(call, frame);
            case "tryget" -> tryGet(call, frame);
            case "lambdavariables" -> lambdaVariable(call, frame);
            case "map", "filter", "sort", "reduce", "toobject", "groupby", "mapvalues" ->
                made(lambdas.call(name, call, frame));
            case "lambda" -> throw unexpected(call);
            case "reference" -> reference(call, frame, List.of());
            case "references" -> new References(this, frame).references(call);
            case "resourceinfo" -> resourceInfo(call, frame);
            default -> other(name, call, frame);
        };
    }

    private @Nullable JsonNode other(String name, Call call, Frame frame) {
        Optional<Library.Definition> definition = Library.find(name);
        if (definition.isEmpty() && name.startsWith("list") && name.length() > 4) {
            return new References(this, frame).list(call);
        }
        Use needed = name.equals("utcnow") || name.equals("newguid") ? Use.CHANCE : Use.FACTS;
        if (definition.isEmpty() && Facts.isFact(name) && !frame.allows(needed)) {
            throw unexpected(call);
        }
        Arguments arguments = arguments(call, frame);
        if (arguments == null) {
            return null;
        }
        if (definition.isPresent()) {
            arguments.all().forEach(session::looksAt);
            return made(definition.get().call(arguments.all()));
        }
        return frame.scope()
                .fact(arguments)
                .orElseThrow(() -> new EvaluationException("The template function '" + call.name()
                        + "' is not valid. Please see https://aka.ms/arm-functions for usage details."));
    }

    /// All arguments, or null if one is not known yet.
    @Nullable
    Arguments arguments(Call call, Frame frame) {
        List<JsonNode> values = new ArrayList<>();
        boolean pending = false;
        for (Term argument : call.arguments()) {
            JsonNode value = evaluate(argument, frame);
            pending |= value == null;
            if (value != null) {
                values.add(value);
            }
        }
        return pending ? null : new Arguments(call.name(), values);
    }

    private @Nullable JsonNode made(@Nullable JsonNode value) {
        return value == null ? null : session.made(value);
    }

    EvaluationException unexpected(Call call) {
        return new EvaluationException("The template function '" + call.name()
                + "' is not expected at this location. Please see https://aka.ms/arm-functions for usage details.");
    }

    void expect(Call call, int least, int most) {
        int count = call.arguments().size();
        if (count < least || count > most) {
            new Arguments(call.name(), Collections.nCopies(count, Values.text(""))).expect(least, most);
        }
    }

    private @Nullable JsonNode choice(Call call, Frame frame) {
        expect(call, 3, 3);
        JsonNode condition = evaluate(call.arguments().get(0), frame);
        if (condition == null) {
            perhaps(call.arguments().get(1), frame);
            perhaps(call.arguments().get(2), frame);
            return null;
        }
        return evaluate(call.arguments().get(truth(call, condition, 0) ? 1 : 2), frame);
    }

    /// Looks for the references of what may not be wanted; what can't be evaluated matters only if it is.
    private void perhaps(Term term, Frame frame) {
        try {
            evaluate(term, frame);
        } catch (EvaluationException onlyIfWanted) {
            // It is said when the value is wanted.
        }
    }

    private static boolean truth(Call call, JsonNode value, int index) {
        if (!value.isBoolean()) {
            throw Arguments.fault(
                    call.name(),
                    "the argument at position '" + index
                            + "' is expected to be of type 'Boolean'. The provided value is of type '"
                            + Values.kind(value) + "'");
        }
        return value.booleanValue();
    }

    private @Nullable JsonNode logic(Call call, Frame frame, boolean and) {
        expect(call, 2, Integer.MAX_VALUE);
        boolean pending = false;
        for (int i = 0; i < call.arguments().size(); i++) {
            if (pending) {
                perhaps(call.arguments().get(i), frame);
                continue;
            }
            JsonNode value = evaluate(call.arguments().get(i), frame);
            pending = value == null;
            if (value != null && truth(call, value, i) != and) {
                return BooleanNode.valueOf(!and);
            }
        }
        return pending ? null : BooleanNode.valueOf(and);
    }

    private @Nullable JsonNode coalesce(Call call, Frame frame) {
        expect(call, 1, Integer.MAX_VALUE);
        boolean pending = false;
        for (Term argument : call.arguments()) {
            if (pending) {
                perhaps(argument, frame);
                continue;
            }
            JsonNode value = evaluate(argument, frame);
            pending = value == null;
            if (value != null && !value.isNull()) {
                return value;
            }
        }
        return pending ? null : JsonNodeFactory.instance.nullNode();
    }

    private @Nullable JsonNode parameter(Call call, Frame frame) {
        expect(call, 1, 1);
        String name = nameArgument(call, 0, frame);
        if (frame.arguments() != null) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!frame.arguments().containsKey(lower)) {
                throw new EvaluationException("The template parameter '" + name
                        + "' is not found. Please see https://aka.ms/arm-syntax-parameters for usage details.");
            }
            return frame.arguments().get(lower);
        }
        if (!frame.allows(Use.PARAMETERS)) {
            throw unexpected(call);
        }
        return bound(frame.scope().parameter(name));
    }

    private JsonNode bound(Bound bound) {
        secret |= bound.secret();
        inputs.addAll(bound.inputs());
        return bound.value();
    }

    private @Nullable JsonNode variable(Call call, Frame frame) {
        expect(call, 1, 1);
        if (!frame.allows(Use.VARIABLES)) {
            throw unexpected(call);
        }
        return bound(frame.scope().variable(nameArgument(call, 0, frame)));
    }

    /// An argument that names something, and so has to be known.
    String nameArgument(Call call, int index, Frame frame) {
        JsonNode value = evaluate(call.arguments().get(index), frame);
        if (value == null) {
            throw Arguments.fault(
                    call.name(),
                    "the argument at position '" + index + "' has to be known before anything is deployed");
        }
        return new Arguments(call.name(), List.of(value)).text(0);
    }

    private JsonNode copyIndex(Call call, Frame frame) {
        expect(call, 0, 2);
        Arguments arguments = arguments(call, frame);
        if (arguments == null) {
            throw unexpected(call);
        }
        boolean named = arguments.has(0) && arguments.get(0).isString();
        Optional<String> loop = named ? Optional.of(arguments.text(0)) : Optional.empty();
        OptionalLong index = frame.index(loop);
        if (index.isEmpty()) {
            if (loop.isPresent()) {
                throw new EvaluationException(
                        "The template function 'copyIndex' is not expected at this location: there"
                                + " is no loop '" + loop.get()
                                + "' around it. Please see https://aka.ms/arm-copy for usage details.");
            }
            throw new EvaluationException("The template function 'copyIndex' is not expected at this location. The"
                    + " function can only be used in a resource, property, variable or output with a copy specified."
                    + " Please see https://aka.ms/arm-copy for usage details.");
        }
        int offset = named ? 1 : 0;
        return Values.integer(index.getAsLong() + (arguments.has(offset) ? arguments.whole(offset) : 0));
    }

    private @Nullable JsonNode tryGet(Call call, Frame frame) {
        expect(call, 2, Integer.MAX_VALUE);
        Arguments arguments = arguments(call, frame);
        if (arguments == null) {
            return null;
        }
        JsonNode value = arguments.get(0);
        for (int i = 1; i < arguments.count(); i++) {
            value = Members.find(value, arguments.get(i)).orElse(JsonNodeFactory.instance.nullNode());
        }
        return value;
    }

    private @Nullable JsonNode lambdaVariable(Call call, Frame frame) {
        expect(call, 1, 1);
        String name = nameArgument(call, 0, frame).toLowerCase(Locale.ROOT);
        if (!frame.lambdas().containsKey(name)) {
            throw new EvaluationException("The template lambda variable '" + name + "' is not found.");
        }
        return frame.lambdas().get(name);
    }

    private JsonNode resourceInfo(Call call, Frame frame) {
        expect(call, 1, 1);
        if (!frame.allows(Use.FACTS)) {
            throw unexpected(call);
        }
        return frame.scope().resourceInfo(nameArgument(call, 0, frame));
    }

    private @Nullable JsonNode user(Call call, Frame frame) {
        UserFunction function = frame.scope()
                .function(call.namespace(), call.name())
                .orElseThrow(() -> new EvaluationException("The template function '" + call.fullName()
                        + "' is not defined. Please see https://aka.ms/arm-functions for usage details."));
        int count = function.parameters().size();
        if (call.arguments().size() != count) {
            throw Arguments.fault(
                    call.fullName(),
                    "function requires " + count + " argument(s) while '"
                            + call.arguments().size() + "' were provided");
        }
        Map<String, @Nullable JsonNode> values = new HashMap<>();
        for (int i = 0; i < count; i++) {
            JsonNode value = evaluate(call.arguments().get(i), frame);
            values.put(
                    function.parameters().get(i).toLowerCase(Locale.ROOT),
                    value == null ? null : function.argument().apply(i, value));
        }
        JsonNode result = tree(function.output(), frame.function(values));
        return result == null ? null : function.result().apply(session.made(result));
    }

    void markSecret() {
        secret = true;
    }

    /// What a reference comes to, or null if that is not known yet. Where a whole is known, its parts are,
    /// too.
    @Nullable
    JsonNode resolve(Reference reference) {
        JsonNode value = known.get(reference);
        if (value == null && reference.part() instanceof Part.Property(var path)) {
            for (int length = path.size() - 1; value == null && length >= 0; length--) {
                Part around = new Part.Property(path.subList(0, length));
                JsonNode whole = known.get(new Reference(reference.node(), around, reference.place()));
                value = whole == null ? null : inside(whole, path.subList(length, path.size()));
            }
        }
        if (value == null) {
            references.add(reference);
        }
        return value;
    }

    private static JsonNode inside(JsonNode whole, List<String> path) {
        JsonNode value = whole;
        for (String step : path) {
            boolean index = value.isArray() && step.matches("[0-9]{1,9}");
            value = Members.of(value, index ? Values.integer(Long.parseLong(step)) : Values.text(step));
        }
        return value;
    }

    /// A part of this expression as one of its own, of which nothing is known.
    Expression part(Term term, Frame frame) {
        return Leaf.of(session, term, pointer, frame);
    }
}
