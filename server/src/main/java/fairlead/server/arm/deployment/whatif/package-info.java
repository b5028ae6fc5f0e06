/// What a deployment would do, before anything is done: [WhatIfChanges] compares what is asked for of each resource now
/// with what its template would ask for.
@NullMarked
package fairlead.server.arm.deployment.whatif;

import org.jspecify.annotations.NullMarked;
