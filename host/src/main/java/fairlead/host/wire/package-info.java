/// What a server and a handler's process say to each other over two pipes: frames, and the documents in them.
///
/// Both sides use it. Nothing that comes out of a handler's process is believed: a frame that can't be read is an
/// [java.io.IOException], a document that says something else than it may is a [fairlead.host.wire.Garbled].
@NullMarked
package fairlead.host.wire;

import org.jspecify.annotations.NullMarked;
