package fairlead.server.options;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The flags of a program. A part of the options declares its own, and gets for each a supplier of the value, which
/// holds as soon as [#parse] has been called.
///
/// A flag is declared by the form in which it is written, such as `--port=PORT`. On the command line it is
/// `--port=1` or `--port 1`; the last one of a name counts, unless the flag is repeatable.
final class Flags {

    private static final int FORM_WIDTH = 30;
    private static final int DESCRIPTION_WIDTH = 50;
    private static final int MOST_SUGGESTIONS = 3;

    private final String synopsis;
    private final CommandSpec spec = CommandSpec.create();
    private final Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
    private List<OptionSpec> section = List.of();

    /// @param synopsis the first line of the help
    Flags(String synopsis) {
        this.synopsis = synopsis;
        spec.parser().overwrittenOptionsAllowed(true);
    }

    /// What is declared from here on has this heading in the help.
    void section(String heading) {
        section = sections.computeIfAbsent(heading, _ -> new ArrayList<>());
    }

    /// A flag that has a value even if it is not given.
    ///
    /// @param usual what it is then, as it would be written; it ends the line of the help
    <T> Supplier<T> value(String form, ITypeConverter<T> converter, String usual, String description) {
        OptionSpec option = declare(optional(form, description + " (" + usual + ")")
                .converters(converter)
                .defaultValue(usual)
                .build());
        return option::getValue;
    }

    /// A flag that may be left out.
    <T> Supplier<Optional<T>> optional(String form, ITypeConverter<T> converter, String description) {
        OptionSpec option =
                declare(optional(form, description).converters(converter).build());
        return () -> {
            @Nullable T value = option.getValue();
            return Optional.ofNullable(value);
        };
    }

    /// A flag that may be given any number of times.
    <T> Supplier<List<T>> repeatable(String form, ITypeConverter<T> converter, String description) {
        OptionSpec option = declare(optional(form, description)
                .type(List.class)
                .auxiliaryTypes(Object.class)
                .arity("1")
                .converters(converter)
                .build());
        return () -> {
            @Nullable List<T> values = option.getValue();
            return values == null ? List.of() : List.copyOf(values);
        };
    }

    /// A flag without a value: whether it is given.
    Supplier<Boolean> given(String name, String description) {
        OptionSpec option = declare(OptionSpec.builder(name)
                .type(boolean.class)
                .arity("0")
                .description(description)
                .build());
        return () -> Boolean.TRUE.equals(option.getValue());
    }

    private static OptionSpec.Builder optional(String form, String description) {
        int equals = form.indexOf('=');
        return OptionSpec.builder(form.substring(0, equals))
                .paramLabel(form.substring(equals + 1))
                .type(Object.class)
                .description(description);
    }

    private OptionSpec declare(OptionSpec option) {
        spec.addOption(option);
        section.add(option);
        return option;
    }

    /// Throws [IllegalArgumentException] with one line that says what is wrong.
    void parse(List<String> arguments) {
        CommandLine line = new CommandLine(spec).setExpandAtFiles(false).setInterpolateVariables(false);
        try {
            line.parseArgs(arguments.toArray(String[]::new));
        } catch (UnmatchedArgumentException unknown) {
            throw new IllegalArgumentException(
                    unknown(line, unknown.getUnmatched().getFirst()), unknown);
        } catch (MissingParameterException missing) {
            throw new IllegalArgumentException("option " + names(missing.getMissing()) + " needs a value", missing);
        } catch (ParameterException wrong) {
            Throwable cause = wrong.getCause() == null ? wrong : wrong.getCause();
            String message = wrong.getArgSpec() instanceof OptionSpec option
                    ? option.longestName() + ": " + cause.getMessage()
                    : cause.getMessage();
            throw new IllegalArgumentException(message, wrong);
        }
    }

    private static String unknown(CommandLine line, String argument) {
        if (!argument.startsWith("-")) {
            return "unexpected argument '" + argument + "'";
        }
        String name = argument.replaceFirst("=.*", "");
        List<String> similar = new UnmatchedArgumentException(line, List.of(name)).getSuggestions();
        String suggestion = similar.isEmpty()
                ? ""
                : similar.stream().limit(MOST_SUGGESTIONS).collect(Collectors.joining(", ", " (similar: ", ")"));
        return "unknown option " + name + suggestion;
    }

    private static String names(Collection<? extends CommandLine.Model.ArgSpec> missing) {
        return String.join(
                ", ",
                missing.stream()
                        .map(arg -> arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel())
                        .toList());
    }

    /// What `--help` says, at 80 columns.
    String help() {
        StringBuilder help = new StringBuilder(synopsis).append('\n');
        sections.forEach((heading, options) -> {
            TextTable table = table();
            options.forEach(option -> table.addRowValues(form(option), String.join(" ", option.description())));
            help.append('\n').append(heading).append(":\n").append(table);
        });
        TextTable last = table();
        last.addRowValues("--help", "this text");
        return help.append('\n').append(last).toString();
    }

    private static String form(OptionSpec option) {
        return option.arity().max() == 0 ? option.longestName() : option.longestName() + "=" + option.paramLabel();
    }

    private static TextTable table() {
        return TextTable.forColumns(
                Help.defaultColorScheme(Ansi.OFF),
                new Column(FORM_WIDTH, 2, Overflow.SPAN),
                new Column(DESCRIPTION_WIDTH, 1, Overflow.WRAP));
    }
}
