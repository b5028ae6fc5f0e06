package fairlead.bench.robust;

/// What one client does again and again.
interface Client {

    void once();
}
