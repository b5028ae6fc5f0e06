package fairlead.schema.evolution;

/// Looks at what both versions say about one property, or about the model as a whole.
interface PropertyRule extends Rule {

    void check(Spot spot, Ledger ledger);
}
