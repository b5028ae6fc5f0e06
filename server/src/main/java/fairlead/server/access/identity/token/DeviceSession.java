package fairlead.server.access.identity.token;

import fairlead.server.access.Principal;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/// That a device acts for the person who has approved it: the tokens that it gets one after the other.
///
/// @param id of the session
/// @param client the program on the device
/// @param groups that the approver's issuer has named
/// @param groupsKnown whether these are all that the issuer knows
/// @param began when it was approved
/// @param ends after this the device has to be approved anew
record DeviceSession(
        String id,
        String client,
        Principal principal,
        Set<UUID> groups,
        boolean groupsKnown,
        Instant began,
        Instant ends) {

    /// With which the ids of all begin, so that they are told apart from access keys.
    static final String PREFIX = "device-";

    DeviceSession {
        groups = Set.copyOf(groups);
    }
}
