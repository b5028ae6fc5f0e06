package fairlead.server.stack;

import fairlead.server.stack.record.StackPlace;
import tools.jackson.databind.node.ObjectNode;

/// What a stack is to be.
///
/// @param name of the stack, which need not be there
/// @param content the language's own document
/// @param adopt whether resources that are there, and no stack's, are taken in
public record Wish(StackPlace place, String name, String language, ObjectNode content, boolean adopt) {}
