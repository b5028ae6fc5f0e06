package fairlead.schema.evolution;

/// Looks at what stands at the top of both versions.
interface DocumentRule extends Rule {

    void check(Versions versions, Ledger ledger);
}
