/// What the server and the front are told on their command lines, in parts: where to listen, what to keep where,
/// which types to take, how much to take on, what to tell of it.
///
/// A flag stands once, in the part that it belongs to: its name, its value, what it is for and what holds without it.
/// The texts of `--help` and the tables of the reference are made of that. picocli reads and lays out.
@NullMarked
package fairlead.server.options;

import org.jspecify.annotations.NullMarked;
