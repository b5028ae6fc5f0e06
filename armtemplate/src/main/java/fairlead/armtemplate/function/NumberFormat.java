package fairlead.armtemplate.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Numbers as the format strings of .NET write them, whatever the language of the place.
final class NumberFormat {

    private static final Pattern STANDARD = Pattern.compile("([A-Za-z])([0-9]{0,3})");
    private static final int BITS_OF_A_LONG = 64;

    private final Arguments arguments;
    private final JsonNode number;
    private final BigDecimal value;
    private final String how;

    private NumberFormat(Arguments arguments, JsonNode number, String how) {
        this.arguments = arguments;
        this.number = number;
        this.value = number.decimalValue();
        this.how = how;
    }

    static String format(Arguments arguments, JsonNode number, String how) {
        NumberFormat format = new NumberFormat(arguments, number, how);
        Matcher standard = STANDARD.matcher(how);
        return standard.matches()
                ? format.standard(standard.group(1).charAt(0), standard.group(2))
                : CustomNumber.format(format.value, how);
    }

    private String standard(char kind, String digits) {
        int precision = digits.isEmpty() ? -1 : Integer.parseInt(digits);
        return switch (Character.toUpperCase(kind)) {
            case 'C' -> signed("\u00A4" + grouped(rounded(precision < 0 ? 2 : precision)), '(', ")");
            case 'D' -> whole(precision);
            case 'E' -> exponential(kind, precision < 0 ? 6 : precision, 3);
            case 'F' -> signed(rounded(precision < 0 ? 2 : precision).toPlainString(), '-', "");
            case 'G' -> general(kind, precision);
            case 'N' -> signed(grouped(rounded(precision < 0 ? 2 : precision)), '-', "");
            case 'P' -> percent(precision < 0 ? 2 : precision);
            case 'R' -> Values.shown(number);
            case 'X' -> based(16, precision, kind == 'x');
            case 'B' -> based(2, precision, true);
            default -> throw invalid();
        };
    }

    private RuntimeException invalid() {
        return arguments.fault("the format specifier '" + how + "' was invalid");
    }

    private BigDecimal rounded(int precision) {
        return value.abs().setScale(precision, RoundingMode.HALF_UP);
    }

    /// With the sign in front, unless nothing but zeros is left.
    private String signed(String shown, char before, String behind) {
        boolean zero = shown.chars().noneMatch(c -> c >= '1' && c <= '9');
        return value.signum() < 0 && !zero ? before + shown + behind : shown;
    }

    static String grouped(BigDecimal value) {
        String plain = value.toPlainString();
        int dot = plain.indexOf('.');
        String whole = dot < 0 ? plain : plain.substring(0, dot);
        StringBuilder made = new StringBuilder(whole);
        for (int i = whole.length() - 3; i > 0; i -= 3) {
            made.insert(i, ',');
        }
        return made + (dot < 0 ? "" : plain.substring(dot));
    }

    private BigInteger integer() {
        if (!number.isIntegralNumber()) {
            throw invalid();
        }
        return number.bigIntegerValue();
    }

    private String whole(int precision) {
        String digits = integer().abs().toString();
        return (value.signum() < 0 ? "-" : "") + "0".repeat(Math.max(0, precision - digits.length())) + digits;
    }

    private String based(int base, int precision, boolean small) {
        BigInteger whole = integer();
        String digits =
                (whole.signum() < 0 ? whole.add(BigInteger.ONE.shiftLeft(BITS_OF_A_LONG)) : whole).toString(base);
        String padded = "0".repeat(Math.max(0, precision - digits.length())) + digits;
        return small ? padded : padded.toUpperCase(Locale.ROOT);
    }

    private String percent(int precision) {
        BigDecimal percent = value.abs().movePointRight(2).setScale(precision, RoundingMode.HALF_UP);
        return signed(grouped(percent) + " %", '-', "");
    }

    private String exponential(char kind, int precision, int places) {
        BigDecimal size = value.abs();
        int exponent = size.signum() == 0 ? 0 : size.precision() - size.scale() - 1;
        BigDecimal mantissa = size.movePointLeft(exponent).setScale(precision, RoundingMode.HALF_UP);
        if (mantissa.compareTo(BigDecimal.TEN) >= 0) {
            mantissa = mantissa.movePointLeft(1).setScale(precision, RoundingMode.HALF_UP);
            exponent++;
        }
        return signed(mantissa.toPlainString(), '-', "") + kind + exponent(exponent, places);
    }

    private static String exponent(int exponent, int places) {
        return String.format(Locale.ROOT, "%s%0" + places + "d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private String general(char kind, int precision) {
        if (precision <= 0 && number.isIntegralNumber()) {
            return Values.shown(number);
        }
        int digits = precision <= 0 ? 15 : precision;
        BigDecimal size = value.abs();
        BigDecimal rounded = size.signum() == 0
                ? BigDecimal.ZERO
                : size.setScale(digits - size.precision() + size.scale(), RoundingMode.HALF_UP)
                        .stripTrailingZeros();
        int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        if (exponent > -5 && exponent < digits) {
            return signed(rounded.toPlainString(), '-', "");
        }
        String mantissa = rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        return signed(mantissa, '-', "") + (kind == 'g' ? 'e' : 'E') + exponent(exponent, 2);
    }
}
