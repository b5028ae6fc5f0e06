package fairlead.server.access.role;

import fairlead.server.access.Principal;
import java.time.Instant;

/// An access key of AWS tools that is minted here. Its secret is not kept: it is derived.
///
/// @param id as requests name it, `AKIA` and 16 characters
/// @param owner who signs by it
/// @param subscription the account in which it is used
/// @param generation of what its secret is derived from
/// @param ends after this it is taken no more
public record AccessKey(String id, Principal owner, String subscription, long generation, Instant ends) {}
