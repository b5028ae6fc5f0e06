package fairlead.smithy.convert;

import software.amazon.smithy.model.shapes.Shape;

/// Notes what a reader of the model should know.
interface WarningSink {
    void warn(String id, Shape about, String message);
}
