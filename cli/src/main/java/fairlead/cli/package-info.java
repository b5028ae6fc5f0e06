/// The `fairlead` command.
///
/// A command is a function of its arguments and an [Env] that returns an exit code, so a test calls it without a
/// process. It speaks HTTP only ([fairlead.cli.http]) and writes tables for people or JSON for programs
/// ([fairlead.cli.terminal]). Nothing here knows the server's code, but for contract tests, which open a type
/// as the server does: what a command can't do over the API, the API lacks.
@NullMarked
package fairlead.cli;

import org.jspecify.annotations.NullMarked;
