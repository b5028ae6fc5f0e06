package fairlead.host.inside.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// Named by the property `slf4j.provider`: what a handler logs is printed.
public final class PrintingProvider implements SLF4JServiceProvider {

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new BasicMDCAdapter();

    @Override
    public ILoggerFactory getLoggerFactory() {
        return PrintingLogger::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public @Nullable String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // There is nothing to prepare.
    }
}
