package app.loanmarket;

/** Sanitises file names chosen by the pages, so that they cannot leave their folder. */
final class SafeFileName {
    private static final int LONGEST = 80;

    private SafeFileName() {}

    static String of(String wanted) {
        String last = wanted == null ? "" : wanted.substring(wanted.lastIndexOf('/') + 1);
        String safe = last.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^\\.+", "");
        if (safe.isEmpty()) return "file";
        return safe.length() <= LONGEST ? safe : safe.substring(safe.length() - LONGEST);
    }
}
