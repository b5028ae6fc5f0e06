package fairlead.cloudformation.evaluation;

import fairlead.cloudformation.source.Tree;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The functions of the language.
enum FunctionName {
    REF("Ref", Use.VALUE),
    GET_ATT("Fn::GetAtt", Use.VALUE),
    SUB("Fn::Sub", Use.VALUE),
    JOIN("Fn::Join", Use.VALUE),
    SELECT("Fn::Select", Use.VALUE),
    SPLIT("Fn::Split", Use.VALUE),
    FIND_IN_MAP("Fn::FindInMap", Use.VALUE),
    BASE64("Fn::Base64", Use.VALUE),
    CIDR("Fn::Cidr", Use.VALUE),
    GET_AZS("Fn::GetAZs", Use.VALUE),
    IF("Fn::If", Use.VALUE),
    IMPORT_VALUE("Fn::ImportValue", Use.VALUE),
    LENGTH("Fn::Length", Use.EXTENSION),
    TO_JSON_STRING("Fn::ToJsonString", Use.EXTENSION),
    TRANSFORM("Fn::Transform", Use.MACRO),
    AND("Fn::And", Use.TEST),
    OR("Fn::Or", Use.TEST),
    NOT("Fn::Not", Use.TEST),
    EQUALS("Fn::Equals", Use.TEST),
    CONTAINS("Fn::Contains", Use.RULE),
    EACH_MEMBER_EQUALS("Fn::EachMemberEquals", Use.RULE),
    EACH_MEMBER_IN("Fn::EachMemberIn", Use.RULE),
    REF_ALL("Fn::RefAll", Use.RULE),
    VALUE_OF("Fn::ValueOf", Use.RULE),
    VALUE_OF_ALL("Fn::ValueOfAll", Use.RULE);

    /// Where a function may be used.
    enum Use {
        /// Wherever a value is.
        VALUE,
        /// The same, with the language extensions.
        EXTENSION,
        /// Nowhere.
        MACRO,
        /// In conditions and rules.
        TEST,
        /// In rules.
        RULE
    }

    private static final Map<String, FunctionName> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(FunctionName::key, Function.identity()));

    private final String key;
    private final Use use;

    FunctionName(String key, Use use) {
        this.key = key;
        this.use = use;
    }

    String key() {
        return key;
    }

    Use use() {
        return use;
    }

    /// Whether it needs to know what an account has.
    boolean asksAccount() {
        return this == REF_ALL || this == VALUE_OF || this == VALUE_OF_ALL;
    }

    static Optional<FunctionName> of(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    /// The key by which a tree is a call of a function, known or not; empty if it is none.
    static Optional<String> call(Tree tree) {
        if (!(tree instanceof Tree.Mapping(var members, var _)) || members.size() != 1) {
            return Optional.empty();
        }
        String key = members.firstEntry().getKey();
        return isFunction(key) ? Optional.of(key) : Optional.empty();
    }

    static boolean isFunction(String key) {
        return key.equals("Ref") || key.startsWith("Fn::");
    }

    static String unsupported(String key, boolean extended) {
        return "Template error: encountered unsupported function: " + key + " Supported functions are: "
                + Arrays.stream(values())
                        .filter(name -> name.use == Use.VALUE
                                || name.use == Use.TEST
                                || (extended && name.use == Use.EXTENSION))
                        .map(FunctionName::key)
                        .toList();
    }
}
