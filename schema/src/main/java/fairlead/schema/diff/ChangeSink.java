package fairlead.schema.diff;

import fairlead.schema.draft07.Place;
import java.util.Optional;

/// Takes the changes of the items of a list.
interface ChangeSink {

    /// Compares two values and takes all changes between them.
    void values(Optional<Place> place, ValueLocation spot, Side before, Side after);

    void added(ValueLocation spot, Side after);

    void removed(ValueLocation spot, Side before);

    void replaced(ValueLocation spot, Side before, Side after);
}
