/// What an address of the Azure Resource Manager protocol points at, and which query options it reads.
///
/// `Addresses` makes one case of the sealed `Address` of a path; `QueryOptions` names the query options of each case.
/// Nothing is looked up but the names of types. Used by the routes in `arm` only, which it does not know.
@NullMarked
package fairlead.server.arm.address;

import org.jspecify.annotations.NullMarked;
