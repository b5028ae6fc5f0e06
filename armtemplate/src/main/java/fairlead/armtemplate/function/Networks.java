package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.add;
import static fairlead.armtemplate.function.Values.integer;
import static fairlead.armtemplate.function.Values.text;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Functions of ranges of addresses.
final class Networks {

    private static final Pattern RANGE = Pattern.compile("([0-9a-fA-F.:]{2,45})/([0-9]{1,3})");

    private Networks() {}

    static void register() {
        add("parseCidr", 1, Networks::parse);
        add("cidrSubnet", 3, Networks::subnet);
        add("cidrHost", 2, Networks::host);
    }

    /// @param first the address of the range itself
    /// @param width how many bits an address has
    private record Range(BigInteger first, int length, int width) {

        BigInteger count() {
            return BigInteger.ONE.shiftLeft(width - length);
        }

        BigInteger last() {
            return first.add(count()).subtract(BigInteger.ONE);
        }

        BigInteger mask() {
            return BigInteger.ONE.shiftLeft(width).subtract(count());
        }

        boolean four() {
            return width == Addresses.FOUR;
        }

        String shown(BigInteger address) {
            return Addresses.shown(address, width);
        }
    }

    private static Range range(Arguments a) {
        String written = a.text(0);
        Matcher parts = RANGE.matcher(written);
        if (parts.matches()) {
            int width = parts.group(1).contains(":") ? Addresses.SIX : Addresses.FOUR;
            BigInteger address = Addresses.read(parts.group(1));
            int length = Integer.parseInt(parts.group(2));
            if (address != null && length <= width) {
                BigInteger size = BigInteger.ONE.shiftLeft(width - length);
                return new Range(address.subtract(address.mod(size)), length, width);
            }
        }
        throw a.fault("the value '" + written + "' is not a range of addresses in CIDR notation");
    }

    private static JsonNode parse(Arguments a) {
        Range range = range(a);
        boolean few = range.width() - range.length() < 2;
        BigInteger first = few ? range.first() : range.first().add(BigInteger.ONE);
        BigInteger last = few || !range.four() ? range.last() : range.last().subtract(BigInteger.ONE);
        ObjectNode made = Values.object();
        made.put("network", range.shown(range.first()));
        made.put("netmask", range.shown(range.mask()));
        if (range.four()) {
            made.put("broadcast", range.shown(range.last()));
        }
        made.put("firstUsable", range.shown(range.four() ? first : range.first()));
        made.put("lastUsable", range.shown(last));
        made.set("cidr", integer(range.length()));
        return made;
    }

    private static JsonNode subnet(Arguments a) {
        Range range = range(a);
        long length = a.whole(1);
        long index = a.whole(2);
        if (length < range.length() || length > range.width()) {
            throw a.fault("the length '" + length + "' has to be between '" + range.length() + "' and '" + range.width()
                    + "'");
        }
        BigInteger count = BigInteger.ONE.shiftLeft((int) length - range.length());
        if (index < 0 || BigInteger.valueOf(index).compareTo(count) >= 0) {
            throw a.fault(
                    "the index '" + index + "' has to be between '0' and '" + count.subtract(BigInteger.ONE) + "'");
        }
        BigInteger size = BigInteger.ONE.shiftLeft(range.width() - (int) length);
        return text(range.shown(range.first().add(size.multiply(BigInteger.valueOf(index)))) + "/" + length);
    }

    private static JsonNode host(Arguments a) {
        Range range = range(a);
        long index = a.whole(1);
        boolean few = range.width() - range.length() < 2;
        BigInteger address = range.first().add(BigInteger.valueOf(index));
        BigInteger last = range.last();
        if (!few && range.four()) {
            last = last.subtract(BigInteger.ONE);
        }
        if (!few) {
            address = address.add(BigInteger.ONE);
        }
        if (index < 0 || address.compareTo(last) > 0) {
            throw a.fault("the range has no usable address at the index '" + index + "'");
        }
        return text(range.shown(address));
    }
}
