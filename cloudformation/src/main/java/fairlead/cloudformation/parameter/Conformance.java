package fairlead.cloudformation.parameter;

import fairlead.cloudformation.parameter.Parameter.Constraints;
import fairlead.cloudformation.parameter.Parameter.Range;
import fairlead.cloudformation.parameter.ParameterType.Element;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// Whether a value is what a parameter takes.
final class Conformance {

    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(?:[0-9]{1,400}(?:\\.[0-9]{0,400})?|\\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,4})?");

    private Conformance() {}

    /// What is wrong with it; empty if nothing is.
    static Optional<String> of(Parameter parameter, String value) {
        String name = parameter.name();
        Constraints constraints = parameter.constraints();
        List<String> elements = elements(parameter.type(), value);
        if (parameter.type().element() == Element.NUMBER
                && elements.stream().anyMatch(element -> number(element).isEmpty())) {
            return Optional.of(
                    parameter.type().list()
                            ? "Parameter '" + name + "' must be a list of numbers."
                            : "Parameter '" + name + "' must be a number.");
        }
        return elements.stream()
                .flatMap(element -> broken(parameter, constraints, element).stream())
                .findFirst()
                .map(rule -> "Parameter " + name + " failed to satisfy constraint: "
                        + constraints.description().orElse(rule));
    }

    /// What a reference comes to; one if it is no list.
    static List<String> elements(ParameterType type, String value) {
        return type.list() ? Stream.of(value.split(",", -1)).map(String::strip).toList() : List.of(value);
    }

    static Optional<BigDecimal> number(String text) {
        return NUMBER.matcher(text.strip()).matches() ? Optional.of(new BigDecimal(text.strip())) : Optional.empty();
    }

    private static Optional<String> broken(Parameter parameter, Constraints constraints, String element) {
        if (constraints.allowedPattern().isPresent()
                && !matches(constraints.allowedPattern().get(), element)) {
            return Optional.of(
                    "must match pattern " + constraints.allowedPattern().get());
        }
        if (!constraints.allowedValues().isEmpty() && !allowed(parameter, element)) {
            return Optional.of("must be one of [" + String.join(", ", constraints.allowedValues()) + "]");
        }
        Optional<String> length =
                outside(constraints.length(), BigDecimal.valueOf(element.codePointCount(0, element.length())));
        if (length.isPresent() && parameter.type().element() == Element.TEXT) {
            return length.map(words -> "must contain " + words + " characters");
        }
        return parameter.type().element() == Element.NUMBER
                ? number(element)
                        .flatMap(number -> outside(constraints.value(), number))
                        .map(words -> "must be " + words)
                : Optional.empty();
    }

    private static boolean allowed(Parameter parameter, String element) {
        return parameter.constraints().allowedValues().stream()
                .anyMatch(value -> value.equals(element)
                        || (parameter.type().element() == Element.NUMBER
                                && number(value).isPresent()
                                && number(element).isPresent()
                                && number(value).get().compareTo(number(element).get()) == 0));
    }

    private static Optional<String> outside(Range range, BigDecimal number) {
        if (range.least().filter(least -> number.compareTo(least) < 0).isPresent()) {
            return Optional.of("at least " + range.least().get().toPlainString());
        }
        if (range.most().filter(most -> number.compareTo(most) > 0).isPresent()) {
            return Optional.of("at most " + range.most().get().toPlainString());
        }
        return Optional.empty();
    }

    /// A pattern that takes too long does not match.
    private static boolean matches(String pattern, String text) {
        try {
            return Pattern.compile(pattern).matcher(new Stepped(text)).matches();
        } catch (PatternSyntaxException | Stepped.TooMany | StackOverflowError e) {
            return false;
        }
    }

    /// A text that is looked at a limited number of times.
    private static final class Stepped implements CharSequence {

        private static final int MOST = 2_000_000;

        private final CharSequence text;
        private int looks;

        Stepped(CharSequence text) {
            this.text = text;
        }

        static final class TooMany extends RuntimeException {

            private static final long serialVersionUID = 1L;

            TooMany() {
                super(null, null, false, false);
            }
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++looks > MOST) {
                throw new TooMany();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
