package fairlead.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The source tree, as the tidy test reads it.
final class Sources {

    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".fairlead", "node_modules");

    private Sources() {}

    /// The root of the repository: the folder above the module that the test runs in.
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("schema/pom.xml")) ? here : here.getParent();
    }

    record Method(String file, String name, long lines, int parameters) {}

    /// @param name with those of the types around it: `Things.Thing`
    record RecordType(String name, int components) {

        String simpleName() {
            return name.substring(name.lastIndexOf('.') + 1);
        }
    }

    /// A `new` with the name of the type as it is written, but for what it is in and its arguments.
    record Construction(String place, String simpleName, int arguments) {}

    /// @param imports the names of types
    record Unit(
            Path file,
            String packageName,
            Set<String> imports,
            List<Method> methods,
            List<RecordType> records,
            List<Construction> constructions,
            long lines) {

        Set<String> importedPackages() {
            return imports.stream()
                    .map(type -> type.replaceAll("\\.[A-Z].*", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /// Every Java file below the folder whose path contains the part.
    static List<Unit> units(String part) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> paths = files(".java").stream()
                    .filter(path -> path.toString().contains(part))
                    .toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<Unit> units = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                units.add(unit(unit, positions));
            }
            return units;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Unit unit(CompilationUnitTree unit, SourcePositions positions) throws IOException {
        Path file = Path.of(unit.getSourceFile().toUri());
        Set<String> imports = new TreeSet<>();
        for (ImportTree imported : unit.getImports()) {
            String name = imported.getQualifiedIdentifier().toString();
            imports.add(imported.isStatic() ? name.substring(0, name.lastIndexOf('.')) : name);
        }
        List<Method> methods = new ArrayList<>();
        List<RecordType> records = new ArrayList<>();
        List<Construction> constructions = new ArrayList<>();
        LineMap lines = unit.getLineMap();
        new RecordScanner(root().relativize(file), lines, positions, records, constructions).scan(unit, null);
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void none) {
                long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                long last = lines.getLineNumber(positions.getEndPosition(unit, method));
                methods.add(new Method(
                        root().relativize(file).toString(),
                        method.getName().toString(),
                        last - first + 1,
                        isRecordConstructor(method) ? 0 : method.getParameters().size()));
                return super.visitMethod(method, null);
            }

            private boolean isRecordConstructor(MethodTree method) {
                Tree owner = getCurrentPath().getParentPath().getLeaf();
                boolean constructor = method.getName().contentEquals("<init>");
                return constructor && owner instanceof ClassTree type && type.getKind() == Tree.Kind.RECORD;
            }
        }.scan(unit, null);
        String packageName =
                unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        try (Stream<String> content = Files.lines(file)) {
            return new Unit(file, packageName, imports, methods, records, constructions, content.count());
        }
    }

    /// Finds records, and what is constructed.
    private static final class RecordScanner extends TreePathScanner<Void, Void> {

        private final Path file;
        private final LineMap lines;
        private final SourcePositions positions;
        private final List<RecordType> records;
        private final List<Construction> constructions;

        RecordScanner(
                Path file,
                LineMap lines,
                SourcePositions positions,
                List<RecordType> records,
                List<Construction> constructions) {
            this.file = file;
            this.lines = lines;
            this.positions = positions;
            this.records = records;
            this.constructions = constructions;
        }

        @Override
        public Void visitClass(ClassTree type, Void none) {
            if (type.getKind() == Tree.Kind.RECORD) {
                records.add(new RecordType(nestedName(), components(type)));
            }
            return super.visitClass(type, null);
        }

        private String nestedName() {
            List<String> names = new ArrayList<>();
            for (Tree tree : getCurrentPath()) {
                if (tree instanceof ClassTree type) {
                    names.addFirst(type.getSimpleName().toString());
                }
            }
            return String.join(".", names);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void none) {
            String name = made.getIdentifier().toString().replaceAll("<.*", "");
            long line = lines.getLineNumber(
                    positions.getStartPosition(getCurrentPath().getCompilationUnit(), made));
            constructions.add(new Construction(
                    file + ":" + line,
                    name.substring(name.lastIndexOf('.') + 1),
                    made.getArguments().size()));
            return super.visitNewClass(made, null);
        }
    }

    private static int components(ClassTree type) {
        return (int) type.getMembers().stream()
                .filter(member -> member instanceof VariableTree variable
                        && !variable.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
    }

    /// Our files of that ending.
    static List<Path> files(String ending) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean skip = NOT_OURS.contains(folder.getFileName().toString());
                    return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(ending)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return found;
    }
}
