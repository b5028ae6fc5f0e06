package fairlead.contract.call;

import fairlead.handler.ErrorCode;
import fairlead.handler.Page;

/// What a list answered: a page, or a failure.
public sealed interface ListAnswer {

    record Paged(Page page) implements ListAnswer {}

    record Refused(ErrorCode code, String message) implements ListAnswer {}
}
