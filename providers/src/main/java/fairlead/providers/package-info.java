/// Resource types that ship with the control plane and are useful without any cloud, one package a family.
///
/// A family shows one class that gives its types. Handlers see only the handler contract; nothing here knows the
/// server.
@NullMarked
package fairlead.providers;

import org.jspecify.annotations.NullMarked;
