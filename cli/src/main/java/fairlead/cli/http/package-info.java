/// One conversation with one server: requests, answers, problems, repetition after a loss.
///
/// No command, no exit code and no output is known here.
@NullMarked
package fairlead.cli.http;

import org.jspecify.annotations.NullMarked;
