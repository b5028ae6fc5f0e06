package fairlead.schema.diff;

import fairlead.schema.draft07.Place;
import java.util.Optional;

/// Takes the changes of the items of a list.
interface ChangeSink {

    /// Compares two values and takes all changes between them.
    void values(Optional<Place> place, Spot spot, Side before, Side after);

    void added(Spot spot, Side after);

    void removed(Spot spot, Side before);

    void replaced(Spot spot, Side before, Side after);
}
