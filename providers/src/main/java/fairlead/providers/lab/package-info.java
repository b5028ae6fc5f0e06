/// `Fairlead::Lab::Thing`: a resource type that does what its own properties say, to teach, to test and to
/// measure.
///
/// Everything a control plane does with a handler can be provoked from outside: answers in steps, failures,
/// delays, reads that lag behind, breaches of the contract. What exists is recorded in a
/// [fairlead.providers.lab.Ledger], in a file or in PostgreSQL, which an outside test compares with what the
/// control plane believes.
@NullMarked
package fairlead.providers.lab;

import org.jspecify.annotations.NullMarked;
