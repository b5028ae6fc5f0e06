package fairlead.cloudformation.evaluation;

import fairlead.cloudformation.evaluation.FunctionName.Use;
import fairlead.cloudformation.function.Base64;
import fairlead.cloudformation.function.Cidr;
import fairlead.cloudformation.function.Join;
import fairlead.cloudformation.function.Length;
import fairlead.cloudformation.function.Select;
import fairlead.cloudformation.function.Split;
import fairlead.cloudformation.function.ToJsonString;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Holds calls of functions against the shape that their arguments have to have, also where no condition chooses them.
public final class Shapes {

    static final String GET_ATT = "Template error: every Fn::GetAtt object requires two non-empty parameters, the "
            + "resource name and the resource attribute";
    static final String SUB =
            "Template error: One or more Fn::Sub intrinsic functions don't specify expected arguments. Specify a"
                    + " string as first argument, and an optional second argument to specify a mapping of values to"
                    + " replace in the string";
    static final String FIND_IN_MAP =
            "Template error: every Fn::FindInMap object requires three parameters, the map name, "
                    + "map key and the attribute for return value";
    static final String EQUALS = "Template error: every Fn::Equals object requires a list of 2 string parameters.";
    private static final Pattern INTEGER = Pattern.compile("\\s*-?[0-9]{1,9}\\s*");

    private final Scope scope;

    public Shapes(Scope scope) {
        this.scope = scope;
    }

    /// Notes what is wrong with the calls in a value.
    public void check(Tree tree, Place place) {
        switch (tree) {
            case Tree.Scalar _ -> {}
            case Tree.Sequence(var items, var _) -> {
                for (int i = 0; i < items.size(); i++) {
                    check(items.get(i), place.item(i, items.get(i)));
                }
            }
            case Tree.Mapping mapping -> {
                Optional<String> key = FunctionName.call(mapping);
                if (key.isPresent()) {
                    call(key.get(), mapping.members().firstEntry().getValue(), place);
                }
                mapping.members().forEach((name, member) -> check(member, place.member(name, member)));
            }
        }
    }

    private void call(String key, Tree argument, Place place) {
        Optional<FunctionName> name = FunctionName.of(key);
        if (name.isEmpty()) {
            return;
        }
        wrong(name.get(), argument, scope.extended()).ifPresent(message -> fault(message, place.member(key, argument)));
        if (name.get() == FunctionName.IF && argument instanceof Tree.Sequence(var items, var _) && !items.isEmpty()) {
            items.getFirst()
                    .text()
                    .filter(condition -> !scope.conditions().declares(condition))
                    .ifPresent(condition -> fault(unresolvedCondition(condition), place.member(key, argument)));
        }
    }

    static String unresolvedCondition(String condition) {
        return "Template error: unresolved condition dependency " + condition + " in Fn::If";
    }

    private void fault(String message, Place place) {
        scope.faults().add(message, place.pointer(), place.at());
    }

    /// What is wrong with the arguments of a function; empty if nothing is.
    static Optional<String> wrong(FunctionName name, Tree argument, boolean extended) {
        if (name.use() == Use.EXTENSION && !extended) {
            return Optional.of(FunctionName.unsupported(name.key(), false) + " " + name.key()
                    + " needs the transform AWS::LanguageExtensions.");
        }
        List<Tree> items = argument instanceof Tree.Sequence(var list, var _) ? list : List.of();
        boolean right = switch (name) {
            case REF -> argument.text().filter(text -> !text.isEmpty()).isPresent() || (extended && isCall(argument));
            case GET_ATT -> isAttribute(argument, items, extended);
            case SUB ->
                argument.text().isPresent()
                        || (items.size() == 2
                                && items.getFirst().text().isPresent()
                                && items.get(1) instanceof Tree.Mapping
                                && !isCall(items.get(1)));
            case JOIN -> items.size() == 2 && items.getFirst().text().isPresent() && isListOrCall(items.get(1));
            case SELECT -> items.size() == 2 && isIndex(items.getFirst()) && isListOrCall(items.get(1));
            case SPLIT ->
                items.size() == 2
                        && items.getFirst()
                                .text()
                                .filter(text -> !text.isEmpty())
                                .isPresent()
                        && isTextOrCall(items.get(1));
            case FIND_IN_MAP -> isLookup(items, extended);
            case BASE64, GET_AZS, IMPORT_VALUE -> isTextOrCall(argument);
            case CIDR ->
                (items.size() == 2 || items.size() == 3) && items.stream().allMatch(Shapes::isTextOrCall);
            case IF -> items.size() == 3 && items.getFirst().text().isPresent();
            case LENGTH -> isListOrCall(argument);
            case TO_JSON_STRING -> !(argument instanceof Tree.Scalar);
            case TRANSFORM -> true;
            case AND, OR -> items.size() >= 2 && items.size() <= 10;
            case NOT -> items.size() == 1;
            case EQUALS -> items.size() == 2 && items.stream().allMatch(Shapes::isTextOrCall);
            case CONTAINS, EACH_MEMBER_EQUALS -> items.size() == 2 && isListOrCall(items.getFirst());
            case EACH_MEMBER_IN -> items.size() == 2 && isListOrCall(items.getFirst()) && isListOrCall(items.get(1));
            case REF_ALL, VALUE_OF, VALUE_OF_ALL -> false;
        };
        return right ? Optional.empty() : Optional.of(words(name));
    }

    static String words(FunctionName name) {
        return switch (name) {
            case REF -> "Template error: every Ref object must have a single String value.";
            case GET_ATT -> GET_ATT;
            case SUB -> SUB;
            case JOIN -> Join.SHAPE;
            case SELECT -> Select.SHAPE;
            case SPLIT -> Split.SHAPE;
            case FIND_IN_MAP -> FIND_IN_MAP;
            case BASE64 -> Base64.SHAPE;
            case GET_AZS -> "Template error: every Fn::GetAZs object must have a String-typed value.";
            case IMPORT_VALUE ->
                "Template error: the attribute in Fn::ImportValue must be a string or a function that returns a string";
            case CIDR -> Cidr.SHAPE;
            case IF ->
                "Template error: every Fn::If object requires a list of 3 parameters, the name of a condition and "
                        + "two values.";
            case LENGTH -> Length.SHAPE;
            case TO_JSON_STRING -> ToJsonString.SHAPE;
            case AND, OR ->
                "Template error: every " + name.key()
                        + " object requires a list of at least 2 and at most 10 boolean parameters.";
            case NOT -> "Template error: every Fn::Not object requires a list of 1 boolean parameter.";
            case EQUALS -> EQUALS;
            case CONTAINS, EACH_MEMBER_EQUALS ->
                "Template error: every " + name.key() + " object requires a list of strings and a string.";
            case EACH_MEMBER_IN -> "Template error: every Fn::EachMemberIn object requires two lists of strings.";
            case REF_ALL, VALUE_OF, VALUE_OF_ALL ->
                "Template error: " + name.key() + " asks an account for the values of a type of parameter, and is not "
                        + "available on this server";
            case TRANSFORM -> "Transform is not available on this server";
        };
    }

    private static boolean isAttribute(Tree argument, List<Tree> items, boolean extended) {
        if (argument.text().isPresent()) {
            String text = argument.text().get();
            int dot = text.indexOf('.');
            return dot > 0 && dot < text.length() - 1;
        }
        return items.size() == 2
                && items.stream()
                        .allMatch(item ->
                                item.text().filter(text -> !text.isEmpty()).isPresent() || (extended && isCall(item)));
    }

    private static boolean isLookup(List<Tree> items, boolean extended) {
        boolean withDefault = extended
                && items.size() == 4
                && items.get(3).membersOrNone().keySet().equals(Set.of("DefaultValue"));
        return (items.size() == 3 || withDefault)
                && items.subList(0, 3).stream().allMatch(item -> isKey(item, extended));
    }

    private static boolean isKey(Tree tree, boolean extended) {
        Optional<String> call = FunctionName.call(tree);
        return call.isEmpty()
                ? tree.written().isPresent()
                : extended || call.get().equals("Ref") || call.get().equals("Fn::FindInMap");
    }

    static boolean isCall(Tree tree) {
        return FunctionName.call(tree).isPresent();
    }

    private static boolean isIndex(Tree tree) {
        return isCall(tree)
                || tree.written()
                        .filter(text -> INTEGER.matcher(text).matches())
                        .isPresent();
    }

    private static boolean isListOrCall(Tree tree) {
        return tree instanceof Tree.Sequence || isCall(tree);
    }

    private static boolean isTextOrCall(Tree tree) {
        return tree.written().isPresent() || isCall(tree);
    }
}
