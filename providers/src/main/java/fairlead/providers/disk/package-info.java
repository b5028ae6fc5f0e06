/// What resource types that keep something on the local disk share: folders that can't be left through a name or a
/// symbolic link, records that are whole or absent after a crash, locks, and the graves of what was deleted.
///
/// Nothing here knows a resource type. Failures are [java.io.IOException]s until [DiskFailures] translates them at
/// the edge of a handler.
@NullMarked
package fairlead.providers.disk;

import org.jspecify.annotations.NullMarked;
