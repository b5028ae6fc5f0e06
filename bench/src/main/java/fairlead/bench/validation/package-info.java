/// Compares the validation of models with other validators of JSON Schema, by time and by verdict.
///
/// [Contender] is one validator, [Sample] a schema with models, [ValidationBenchmark] the measurement, [Agreement] the
/// comparison of verdicts, and [ValidationMain] runs them. Only this package knows the other validators.
@NullMarked
package fairlead.bench.validation;

import org.jspecify.annotations.NullMarked;
