/// The documentation is true: its commands run, its answers are the real ones, its links lead somewhere, and the
/// parts of the reference that follow from code are the ones that the code makes.
///
/// A fenced block says in its first line what is to be done with it. `sh` is run, all of a page's blocks in one
/// shell; `sh server` in a process of its own, until it has said what the next block has; `text stop` ends that
/// process. A block `text output`, `json output` or `http output` is what the one before it answers.
/// `java file=PATH` (or another language) is a file that the reader writes, `java from=PATH` an excerpt of one in
/// the repository. `sh not-run` is shown only.
@NullMarked
package fairlead.docs;

import org.jspecify.annotations.NullMarked;
