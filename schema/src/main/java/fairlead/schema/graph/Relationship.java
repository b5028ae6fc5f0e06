package fairlead.schema.graph;

/// A property of one type that refers to a resource of another type.
///
/// @param from the type that depends
/// @param pointer where in its schema that is said
/// @param to the type it depends on; the reference as it stands if no schema at hand tells
/// @param property the path of the property there; empty if the reference names none
public record Relationship(String from, String pointer, String to, String property, Kind kind) {

    public enum Kind {
        /// The shape is the other property's.
        REF("$ref"),
        /// The value is the other property's; the shape is said here.
        RELATIONSHIP("relationshipRef");

        private final String keyword;

        Kind(String keyword) {
            this.keyword = keyword;
        }

        public String keyword() {
            return keyword;
        }
    }
}
