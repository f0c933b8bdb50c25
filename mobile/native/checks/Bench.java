import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles and tests many times in one virtual machine, because starting one per planted mistake would take most of the
 * time. Reads a plan of lines `job`, `release`, `classpath`, `sourcepath`, `out`, `source`, `test`, `end`. Prints `job
 * <name> ok|bad` and the output of the job, each line after a bar.
 */
public final class Bench {
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private String name;
    private String release;
    private String classpath;
    private String sourcepath;
    private String out;
    private List<File> sources;
    private List<String> tests;

    public static void main(String[] arguments) throws Exception {
        Bench bench = new Bench();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] pair = line.split(" ", 2);
            bench.take(pair[0], pair.length > 1 ? pair[1] : "");
        }
    }

    private void take(String word, String value) {
        switch (word) {
            case "job" -> {
                name = value;
                classpath = sourcepath = out = "";
                release = "17";
                sources = new ArrayList<>();
                tests = new ArrayList<>();
            }
            case "release" -> release = value;
            case "classpath" -> classpath = value;
            case "sourcepath" -> sourcepath = value;
            case "out" -> out = value;
            case "source" -> sources.add(new File(value));
            case "test" -> tests.add(value);
            case "end" -> work();
            default -> throw new IllegalArgumentException(word);
        }
    }

    private void work() {
        StringWriter said = new StringWriter();
        boolean well;
        try {
            well = compile(said) && test(said);
        } catch (Exception e) {
            e.printStackTrace(new PrintWriter(said));
            well = false;
        }
        System.out.println("job " + name + (well ? " ok" : " bad"));
        said.toString().lines().limit(30).forEach((line) -> System.out.println("| " + line));
    }

    private boolean compile(StringWriter said) throws Exception {
        List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "--release", release, "-d", out, "-cp", classpath.isEmpty() ? out : classpath));
        if (!sourcepath.isEmpty()) options.addAll(List.of("-sourcepath", sourcepath));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            return compiler.getTask(said, files, null, options, null, files.getJavaFileObjectsFromFiles(sources)).call();
        }
    }

    private boolean test(StringWriter said) throws Exception {
        if (tests.isEmpty()) return true;
        List<URL> path = new ArrayList<>(List.of(new File(out).toURI().toURL()));
        for (String part : classpath.split(":")) path.add(new File(part).toURI().toURL());
        try (URLClassLoader loader = new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Class<?>[] classes = new Class<?>[tests.size()];
            for (int i = 0; i < classes.length; i++) classes[i] = loader.loadClass(tests.get(i));
            Class<?> core = loader.loadClass("org.junit.runner.JUnitCore");
            Method run = core.getMethod("runClasses", Class[].class);
            Object result = run.invoke(null, (Object) classes);
            said.write("ran " + result.getClass().getMethod("getRunCount").invoke(result) + "\n");
            for (Object failure : (List<?>) result.getClass().getMethod("getFailures").invoke(result)) said.write(failure + "\n");
            return (Boolean) result.getClass().getMethod("wasSuccessful").invoke(result);
        }
    }
}
