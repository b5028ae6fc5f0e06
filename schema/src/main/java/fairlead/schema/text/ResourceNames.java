package fairlead.schema.text;

import java.util.regex.Pattern;

/// Names that resources can have in addresses, whatever their type says beyond that.
public final class ResourceNames {

    /// Up to 260 characters, none of `< > % & : \ ? /` and no control characters.
    public static final Pattern ANY = Pattern.compile("[^<>%&:\\\\?/\\p{Cntrl}]{1,260}");

    private ResourceNames() {}

    /// Whether something new can have the name.
    public static boolean isName(String text) {
        return ANY.matcher(text).matches() && PlainNames.flaw(text).isEmpty();
    }
}
