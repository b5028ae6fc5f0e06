package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The faults by which kits of contract tests are measured: for each there is a mutant that has it, of which
/// [MutantsTest] asks that the suite names its rule.
class KnownFaultsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        the same token makes a second thing               | create forgets its tokens
        a create makes a second thing in secret           | create makes a second thing
        a property that the schema lacks, everywhere      | every model has an unknown property
        a property that the schema lacks, in reads        | read answers an unknown property
        a list for a text, everywhere                     | every model has a list for a text
        a text for a number, everywhere                   | every model has a text for a number
        an identifier that breaks its pattern, everywhere | every identifier breaks its pattern
        a null for what was asked for, everywhere         | every model has a null for what it was asked for
        a null for what is optional, everywhere           | every model has a null
        a create answers a null                           | create answers a null that was not asked for
        a create answers null for a secret                | create answers the write-only property as null
        a create lacks a read-only property               | create lacks a read-only property
        a create lacks a default                          | create lacks a default
        a read lacks a read-only property                 | read lacks a read-only property
        a create answers a number for a boolean           | create answers a boolean as a number
        sets in a set are replaced                        | create changes what is in the sets of a set
        a set in an object in a set is replaced           | create changes what is nested in a set
        the identifier changes while in progress          | create in progress changes the identifier
        a read needs the whole model                      | read needs the whole model
        a delete needs the whole model                    | delete needs the whole model
        additional identifiers are not known              | read knows no additional identifiers
        a read answers what it was asked with             | read is an echo
        a read of nothing fails without a message         | read of nothing has no message
        an update keeps what was removed                  | update is a patch
        a list has things that are no more                | list has a ghost
        a list has things twice                           | list has everything twice
        a list has entries that break the schema          | list has numbers as texts
        a list has secrets                                | list has secrets
        a create takes longer than a minute               | create hangs
        a read takes longer than half a minute            | read hangs
        a create is in progress for ever                  | create never ends
        a list has a next page for ever                   | list always has another token
        a create drops a property                         | create drops a property from its answer
        a create changes a property                       | create changes a text
        a create answers a text for a number              | create answers a number as a text
        a create answers null for what was asked for      | create answers null for what was asked for
        a create answers a secret                         | create answers the write-only property
        a create succeeds without a model                 | create succeeds without a model
        a create drops tags                               | create drops tags from its answer
        a create adds tags                                | create adds a tag to its answer
        a create reorders a list                          | create reorders a list
        a create adds an unknown property in a list       | create answers an unknown property in a list
        a create makes something else than it answers     | create stores another value
        a create can be read only later                   | create succeeds before the thing can be read
        a create of what is there succeeds                | create is an upsert
        a create of what is there has another code        | create refuses what exists with another code
        a read of nothing succeeds                        | read of nothing answers an echo
        a read of nothing has another code                | read of nothing is an invalid request
        a read is in progress                             | read is IN_PROGRESS
        a read answers a secret                           | read answers the secret
        an update does nothing                            | update does nothing
        an update makes what is not there                 | update makes what is not there
        an update merges lists                            | update appends to lists
        an update merges objects                          | update merges maps
        an update makes another thing                     | update replaces the thing by another
        an update of nothing has another code             | update of nothing is an invalid request
        an update answers a secret                        | update answers the secret
        a delete does nothing                             | delete does nothing
        a delete of nothing succeeds                      | delete of nothing succeeds
        a delete answers a model                          | delete answers a model
        what was deleted can be read                      | what was deleted can still be read
        what was deleted can be deleted again             | what was deleted can be deleted again
        what was deleted can't be made again              | what was deleted can't be made again
        a list is empty                                   | list is always empty
        a list lacks what was made                        | list lacks the newest
        a list has a null                                 | list has a null beside the identifier
        a list is in progress or fails                    | list fails
        a list has entries without an identifier          | list has entries without an identifier
        a list has what was deleted                       | what was deleted is listed
        """)
    void haveAMutant(String fault, String mutant) {
        assertThat(MutantsTest.mutants()).as(fault).extracting(Mutant::name).contains(mutant);
    }
}
