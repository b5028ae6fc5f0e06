package example;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;

public final class BookmarkHandler implements ResourceHandler {

    public BookmarkHandler(String folder) {}

    @Override
    public Progress create(Create request, Context context) {
        return Progress.done(request.desired());
    }

    @Override
    public Progress read(Read request, Context context) {
        return Progress.failed(ErrorCode.NOT_FOUND, "nothing is kept");
    }

    @Override
    public Progress delete(Delete request, Context context) {
        return Progress.gone();
    }
}
