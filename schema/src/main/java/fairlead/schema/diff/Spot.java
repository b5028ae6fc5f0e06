package fairlead.schema.diff;

/// Where two values are: for the patch, and for people.
record Spot(Pointer pointer, Pointer place) {

    static final Spot ROOT = new Spot(Pointer.ROOT, Pointer.ROOT);

    Spot child(String name) {
        return new Spot(pointer.child(name), place.child(name));
    }

    Spot item(int position, int known) {
        return new Spot(pointer.child(position), place.child(known));
    }
}
