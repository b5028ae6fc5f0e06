package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// `Fn::Cidr` of a block, a count and how many bits of an address are for hosts: the first subnets of the
/// block. Without the bits it is 8 of IPv4 and 64 of IPv6.
///
/// @param count how many arguments there are, two or three
public record Cidr(int count) implements Expression.Function {

    /// What is said of a call that is none.
    public static final String SHAPE = "Template error: every Fn::Cidr object requires two or three parameters, (1) a "
            + "CIDR block, (2) a number of subnets from 1 to 256 and (3) optionally the subnet bits";

    private static final Pattern ADDRESS =
            Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, count, "Fn::Cidr");
        String block = Texts.text(arguments.getFirst(), "Fn::Cidr");
        int subnets = Texts.integer(arguments.get(1), SHAPE);
        int slash = block.indexOf('/');
        byte[] address = address(block, slash);
        int bits = address.length * 8;
        int hostBits = count == 3 ? Texts.integer(arguments.get(2), SHAPE) : bits == 32 ? 8 : 64;
        int prefix = prefix(block, slash, bits);
        if (subnets < 1 || subnets > 256 || hostBits < 1 || hostBits > bits) {
            throw new EvaluationException(SHAPE);
        }
        int free = bits - hostBits - prefix;
        if (free < 0 || (free < 9 && subnets > 1 << free)) {
            throw new EvaluationException("Template error: Fn::Cidr: the block has no " + subnets + " subnets with "
                    + hostBits + " bits for hosts");
        }
        BigInteger first = new BigInteger(1, address).shiftRight(bits - prefix).shiftLeft(bits - prefix);
        ArrayNode list = Texts.nodes().arrayNode();
        for (int i = 0; i < subnets; i++) {
            BigInteger at = first.add(BigInteger.valueOf(i).shiftLeft(hostBits));
            list.add(written(at, address.length) + "/" + (bits - hostBits));
        }
        return list;
    }

    private static byte[] address(String block, int slash) {
        String text = slash < 0 ? block : block.substring(0, slash);
        if (!ADDRESS.matcher(text).matches()) {
            throw notABlock();
        }
        try {
            InetAddress address = InetAddress.getByName(text);
            return text.contains(":") && !(address instanceof Inet6Address) ? refuse() : address.getAddress();
        } catch (UnknownHostException e) {
            return refuse();
        }
    }

    private static byte[] refuse() {
        throw notABlock();
    }

    private static EvaluationException notABlock() {
        return new EvaluationException("Template error: Fn::Cidr: expected a CIDR block such as 10.0.0.0/16");
    }

    private static int prefix(String block, int slash, int bits) {
        try {
            int prefix = Integer.parseInt(block.substring(slash + 1));
            if (slash > 0 && prefix >= 0 && prefix <= bits) {
                return prefix;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw notABlock();
    }

    private static String written(BigInteger address, int length) {
        byte[] bytes = new byte[length];
        byte[] significant = address.toByteArray();
        int count = Math.min(length, significant.length);
        System.arraycopy(significant, significant.length - count, bytes, length - count, count);
        return length == 4 ? dotted(bytes) : groups(bytes);
    }

    private static String dotted(byte[] bytes) {
        return (bytes[0] & 255) + "." + (bytes[1] & 255) + "." + (bytes[2] & 255) + "." + (bytes[3] & 255);
    }

    /// The longest run of zeros is left out, as RFC 5952 has it.
    private static String groups(byte[] bytes) {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (bytes[2 * i] & 255) << 8 | (bytes[2 * i + 1] & 255);
        }
        int start = -1;
        int longest = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > longest) {
                start = i;
                longest = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == start) {
                text.append("::");
                i += longest - 1;
            } else {
                text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":");
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
