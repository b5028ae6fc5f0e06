package fairlead.schema.diff;

/// Where two values are: for the patch, and for people.
record ValueLocation(Pointer pointer, Pointer place) {

    static final ValueLocation ROOT = new ValueLocation(Pointer.ROOT, Pointer.ROOT);

    ValueLocation child(String name) {
        return new ValueLocation(pointer.child(name), place.child(name));
    }

    ValueLocation item(int position, int known) {
        return new ValueLocation(pointer.child(position), place.child(known));
    }
}
