package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.schema.ResourceSchema;

/// Why a rule was not exercised, where nothing better is known.
final class Reasons {

    private Reasons() {}

    static String of(Rule rule, Bench bench, boolean lived) {
        ResourceSchema schema = bench.schema;
        if (rule.id().startsWith("update.") && !bench.isUpdatable()) {
            return "the type has no update handler";
        }
        return switch (rule) {
            case CREATE_LISTED,
                    DELETE_UNLISTED,
                    NO_LEAK,
                    LIST_DEADLINE,
                    LIST_SYNCHRONOUS,
                    LIST_IDENTIFIERS,
                    LIST_READABLE,
                    LIST_PAGINATES,
                    LIST_TERMINATES,
                    LIST_EMPTY ->
                bench.lister.isListable()
                        ? rule == Rule.LIST_EMPTY ? "the list was never empty" : unlived(lived)
                        : "the type has no list handler";
            case READ_ADDITIONAL_IDENTIFIERS ->
                schema.additionalIdentifiers().isEmpty() ? "the schema has no additional identifiers" : unlived(lived);
            case NO_WRITE_ONLY ->
                schema.writeOnly().isEmpty() ? "the schema has no write-only properties" : unlived(lived);
            case CREATE_TIMEOUT,
                    UPDATE_TIMEOUT,
                    DELETE_TIMEOUT,
                    CALLBACK_DELAY,
                    DELETE_MODEL_SHAPE,
                    CREATE_IDENTIFIER_UNCHANGED -> "nothing answered IN_PROGRESS";
            case CREATE_INPUT_VALID -> "the project has no inputs_N_invalid.json";
            case CREATE_FAILED_NOT_CREATED -> "no create was refused with its first answer";
            case UPDATE_REPLACES -> "no update took anything away";
            default -> unlived(lived);
        };
    }

    private static String unlived(boolean lived) {
        return lived ? "nothing came so far" : "no thing could be created";
    }
}
