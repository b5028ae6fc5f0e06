/// What Azure's tools ask for before their first request: the endpoints of the cloud, tenants, and tokens.
///
/// In development mode no caller logs in: every caller gets a token, which says who the developer is, and is not looked
/// at again. Nothing else uses this package but the wiring.
@NullMarked
package fairlead.server.login;

import org.jspecify.annotations.NullMarked;
