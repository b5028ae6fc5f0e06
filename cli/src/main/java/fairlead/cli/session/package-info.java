/// The parts that every command uses: the environment of the process, the session with the server, and the
/// output.
///
/// [fairlead.cli.session.Env] holds the streams, variables and the clock, so that a test replaces them;
/// [fairlead.cli.session.Exit] has the exit codes. Uses [fairlead.cli.http] and [fairlead.cli.terminal], and no
/// command.
@NullMarked
package fairlead.cli.session;

import org.jspecify.annotations.NullMarked;
