/// The `fairlead` command.
///
/// A command is a function of its arguments and an [Env], and returns an exit code; so a test calls it without a
/// process. It speaks HTTP only ([fairlead.cli.http]), and writes tables for people or JSON for programs
/// ([fairlead.cli.terminal]). Nothing here knows the server's code, except the contract tests, which open a type
/// as the server does. So whatever a command does, any client of the API can do.
@NullMarked
package fairlead.cli;

import org.jspecify.annotations.NullMarked;
