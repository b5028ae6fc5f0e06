package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.signature.Signed;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The Amazon Resource Name of a hook, or of a version of it:
/// `arn:aws:cloudformation:eu-west-1:111122223333:type/hook/Example-Guard-Hook/00000001`.
///
/// @param version empty for the hook as a whole
record HookArn(String region, String account, TypeName name, Optional<Integer> version) {

    /// What tells it from the ARN of a resource type.
    static final String MARK = "/hook/";

    private static final Pattern ARN = Pattern.compile(
            "arn:aws[A-Za-z0-9-]{0,64}:cloudformation:([A-Za-z0-9-]{1,64}):([0-9]{12})?:type(-configuration)?/hook/"
                    + "([A-Za-z0-9]{2,64})-([A-Za-z0-9]{2,64})-([A-Za-z0-9]{2,64})(?:/([A-Za-z0-9]{1,256}))?");

    static HookArn of(Signed signed, TypeName name) {
        return new HookArn(signed.region(), signed.account().number(), name, Optional.empty());
    }

    HookArn version(int number) {
        return new HookArn(region, account, name, Optional.of(number));
    }

    /// The name in an ARN of a hook, of a version of it or of its configuration, with what stands behind it; a problem
    /// if the text is none, or of another account.
    static Named named(Signed signed, String text) {
        Matcher arn = ARN.matcher(text);
        if (!arn.matches()) {
            throw RegistryProblems.refused("TypeName is invalid");
        }
        Optional<String> account = Optional.ofNullable(arn.group(2)).filter(number -> !number.isEmpty());
        if (account.filter(other -> !other.equals(signed.account().number())).isPresent()) {
            throw RegistryProblems.noSuchType(text);
        }
        TypeName name = new TypeName(arn.group(4), arn.group(5), arn.group(6));
        return new Named(name, Optional.ofNullable(arn.group(7)));
    }

    /// @param rest the version or the alias that the ARN has
    record Named(TypeName name, Optional<String> rest) {}

    /// The name of the hook's configuration.
    String configuration(String alias) {
        return begin() + ":type-configuration/hook/" + dashed() + "/" + alias;
    }

    private String begin() {
        return "arn:aws:cloudformation:" + region + ":" + account;
    }

    private String dashed() {
        return name.organization() + "-" + name.service() + "-" + name.resource();
    }

    @Override
    public String toString() {
        return begin() + ":type/hook/" + dashed()
                + version.map("/%08d"::formatted).orElse("");
    }
}
