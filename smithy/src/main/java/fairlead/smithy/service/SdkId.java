package fairlead.smithy.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The SDK service ID, by which clients name a service ("API Gateway").
///
/// @param value not checked: [#breaches()] says what is wrong with it
public record SdkId(String value) {

    /// "the value can only contain alphanumeric characters and spaces ... the first character cannot be a number, and
    /// ... each space must be between two alphanumeric characters"
    private static final Pattern FORM = Pattern.compile("[a-zA-Z][a-zA-Z0-9]*( [a-zA-Z0-9]+)*");

    private static final Pattern LAST_WORD = Pattern.compile("(?:^|\\s)(?:Service|Client|API)\\s*$");
    private static final Pattern VENDOR = Pattern.compile("AWS|Amazon");
    private static final Pattern OTHER = Pattern.compile("[^a-zA-Z0-9 ]");
    private static final Pattern LEADING_DIGITS = Pattern.compile("^[0-9 ]+");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /// A sentence of the specification that an ID does not keep.
    ///
    /// @param must whether it MUST be kept, or only SHOULD
    public record Breach(boolean must, String rule) {}

    /// What an ID may be, made of the service's name by the six steps of "Choosing an SDK service ID"; empty if
    /// nothing is left.
    ///
    /// The steps give a suggestion, not the ID: of the specification's own examples a quarter can only be reached
    /// from an abbreviation, and some keep the "Service" that the second step removes. Spaces that a removed word
    /// leaves behind become one, since the ID could not be valid otherwise.
    ///
    /// @param abbreviation the official one, if there is any ("Amazon S3")
    /// @param title the official name ("Amazon Simple Storage Service")
    public static Optional<SdkId> suggested(Optional<String> abbreviation, String title) {
        String base = abbreviation.orElse(title);
        String ended = LAST_WORD.matcher(base).replaceFirst("");
        String neutral = VENDOR.matcher(ended).replaceAll("").strip();
        String plain = OTHER.matcher(neutral).replaceAll("");
        String begun = LEADING_DIGITS.matcher(plain).replaceFirst("");
        String value = SPACES.matcher(begun).replaceAll(" ").strip();
        return value.isEmpty() ? Optional.empty() : Optional.of(new SdkId(value));
    }

    /// Which sentences of the specification it does not keep; none if it is as it should be. That it is unique among
    /// all services and never changes cannot be seen here.
    public List<Breach> breaches() {
        List<Breach> breaches = new ArrayList<>();
        if (!FORM.matcher(value).matches()) {
            breaches.add(new Breach(
                    true, "The value must match the following regex: ^[a-zA-Z][a-zA-Z0-9]*( [a-zA-Z0-9]+)*$"));
        }
        if (Stream.of("AWS", "Aws", "Amazon").anyMatch(value::contains)) {
            breaches.add(new Breach(true, "The value MUST NOT contain \"AWS\", \"Aws\", or \"Amazon\"."));
        }
        String lower = value.toLowerCase(Locale.ROOT);
        if (Stream.of("api", "client", "service").anyMatch(lower::endsWith)) {
            breaches.add(new Breach(
                    false, "The value SHOULD NOT case-insensitively end with \"API\", \"Client\", or \"Service\"."));
        }
        return breaches;
    }

    /// The command of the AWS CLI: "lower-casing all characters of the sdkId and removing all spaces".
    public String command() {
        return value.toLowerCase(Locale.ROOT).replace(" ", "");
    }

    /// The name of a client class: "lower-casing all letters that are not the first letter of a word, removing all
    /// spaces, and appending the word \"Client\"".
    ///
    /// A word here begins at a capital letter that follows a small one, too: so `DynamoDB` becomes
    /// `DynamoDbClient`, which is its name, and not `DynamodbClient`.
    public String clientClass() {
        return Stream.of(value.split(" ", -1))
                .flatMap(part -> Stream.of(part.split("(?<=[a-z0-9])(?=[A-Z])", -1)))
                .filter(word -> !word.isEmpty())
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT)
                        + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("", "", "Client"));
    }

    @Override
    public String toString() {
        return value;
    }
}
