package fairlead.server.type.archive;

import java.time.Instant;

/// That the contract suite passed for a version: none of its rules was broken.
///
/// @param at when it ran, by the clock of the machine that ran it
/// @param passed how many rules held
/// @param skipped how many did not apply or could not be looked at
public record PassedContract(Instant at, long passed, long skipped) {}
