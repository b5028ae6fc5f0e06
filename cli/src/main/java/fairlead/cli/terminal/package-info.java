/// Text for people: tables, ages, colours, a line of progress; and JSON for programs.
///
/// Nothing here reads the system: the properties of the terminal are an argument
/// ([fairlead.cli.terminal.Terminal]).
@NullMarked
package fairlead.cli.terminal;

import org.jspecify.annotations.NullMarked;
