/// Reports of the contract suite as text, JUnit XML, JSON and HTML.
///
/// Each is a function of the report alone; nothing is looked up, and the HTML is one file.
@NullMarked
package fairlead.contract.report;

import org.jspecify.annotations.NullMarked;
