package fairlead.bench.robust;

/// Both doors of the servers, and where breaches are noted.
record Doors(Arm arm, Cloud cloud, Violations violations) {}
