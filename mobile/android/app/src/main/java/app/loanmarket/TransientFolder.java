package app.loanmarket;

import java.io.File;
import java.util.Arrays;
import java.util.List;

/** A folder in the app's cache for a borrower's files that must not stay on the phone. Independent of Android. */
final class TransientFolder {
    /**
     * How long the camera may stay open after the shutter. The page waits as long; see src/lib/storage/awaitedPhoto.ts.
     */
    private static final long PHOTO_MILLIS = 3_600_000;
    /** How long an app that received a shared file may take to read it. */
    private static final long SHARED_MILLIS = 3_600_000;

    private final File folder;
    private final long keptMillis;

    TransientFolder(File folder, long keptMillis) {
        this.folder = folder;
        this.keptMillis = keptMillis;
    }

    /** The folder for the camera's photos; also named in res/xml/file_paths.xml. */
    static TransientFolder photos(File cache) {
        return new TransientFolder(new File(cache, "photos"), PHOTO_MILLIS);
    }

    /**
     * The folder for files to share; also named in res/xml/file_paths.xml. It keeps the name used by earlier versions.
     */
    static TransientFolder shared(File cache) {
        return new TransientFolder(new File(cache, "papers"), SHARED_MILLIS);
    }

    static List<TransientFolder> all(File cache) {
        return Arrays.asList(photos(cache), shared(cache));
    }

    /** Returns the folder and creates it if necessary. If that fails, writing into it fails. */
    File made() {
        folder.mkdirs();
        return folder;
    }

    /**
     * Returns the newest file that was written at a time in milliseconds or later; null if there is none. A camera that
     * was closed without a photo leaves an empty file.
     */
    File newest(long since) {
        File newest = null;
        for (File file : files()) {
            if (file.length() == 0 || file.lastModified() < since) continue;
            if (newest == null || file.lastModified() > newest.lastModified()) newest = file;
        }
        return newest;
    }

    /** Deletes a file that has been read. */
    void delete(String name) {
        new File(folder, SafeFileName.of(name)).delete();
    }

    /**
     * Deletes files that are too old to be still in use at a time in milliseconds. The absolute difference is used, so
     * that a clock that was set back does not keep them longer.
     */
    void deleteOld(long now) {
        for (File file : files()) if (Math.abs(now - file.lastModified()) > keptMillis) file.delete();
    }

    /** Deletes all files. Returns whether none is left. */
    boolean deleteAll() {
        boolean gone = true;
        for (File file : files()) gone &= file.delete();
        return gone;
    }

    private File[] files() {
        File[] files = folder.listFiles();
        return files == null ? new File[0] : files;
    }
}
