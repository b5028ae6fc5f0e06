/// The HTTP client for one server: requests, answers, problems, repetition after a loss.
///
/// It knows no command, no exit code and no output.
@NullMarked
package fairlead.cli.http;

import org.jspecify.annotations.NullMarked;
