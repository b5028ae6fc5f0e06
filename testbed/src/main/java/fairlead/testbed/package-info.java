/// What tests of several modules need from the world outside: a PostgreSQL server of their own, and programs that start
/// fast.
///
/// Test support only: nothing that ships depends on it. A server that can't be had is a failure, never a skipped
/// test.
@NullMarked
package fairlead.testbed;

import org.jspecify.annotations.NullMarked;
