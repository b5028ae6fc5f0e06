package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.signature.Signed;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The Amazon Resource Name of a type, or of a version of it:
/// `arn:aws:cloudformation:eu-west-1:111122223333:type/resource/Example-Web-Bookmark/00000001`.
///
/// Types are the same in all regions and accounts, so a name's region is the caller's; and the account is the
/// caller's, or none for a type that ships with the program.
///
/// @param account twelve digits, or no characters
/// @param version empty for the type as a whole
record TypeArn(String region, String account, TypeName name, Optional<Integer> version) {

    private static final Pattern ARN =
            Pattern.compile("arn:aws[A-Za-z0-9-]{0,64}:cloudformation:([A-Za-z0-9-]{1,64}):([0-9]{12})?:type/resource/"
                    + "([A-Za-z0-9]{2,64})-([A-Za-z0-9]{2,64})-([A-Za-z0-9]{2,64})(?:/([0-9]{8}))?");

    static TypeArn of(Signed signed, TypeName name, boolean shipped) {
        return new TypeArn(signed.region(), shipped ? "" : signed.account().number(), name, Optional.empty());
    }

    TypeArn version(int number) {
        return new TypeArn(region, account, name, Optional.of(number));
    }

    /// Empty if the text is none.
    static Optional<TypeArn> parse(String text) {
        Matcher arn = ARN.matcher(text);
        if (!arn.matches()) {
            return Optional.empty();
        }
        TypeName name = new TypeName(arn.group(3), arn.group(4), arn.group(5));
        return Optional.of(new TypeArn(
                arn.group(1),
                Optional.ofNullable(arn.group(2)).orElse(""),
                name,
                Optional.ofNullable(arn.group(6)).map(Integer::valueOf)));
    }

    /// The name of the type's configuration.
    String configuration(String alias) {
        return "arn:aws:cloudformation:" + region + ":" + account + ":type-configuration/resource/" + dashed() + "/"
                + alias;
    }

    private String dashed() {
        return name.organization() + "-" + name.service() + "-" + name.resource();
    }

    @Override
    public String toString() {
        String type = "arn:aws:cloudformation:" + region + ":" + account + ":type/resource/" + dashed();
        return version.map(number -> type + "/%08d".formatted(number)).orElse(type);
    }
}
