package app.loanmarket;

import java.io.File;
import java.util.Arrays;
import java.util.List;

/** A folder of the app's cache for a borrower's files that must not stay on the phone. Free of Android. */
final class TransientFolder {
    /** How long the camera, or a page that was just handed a photo, may need it. */
    private static final long PHOTO_MILLIS = 600_000;
    /** How long the app that a file was shared with may take to read it. */
    private static final long SHARED_MILLIS = 3_600_000;

    private final File folder;
    private final long keptMillis;

    TransientFolder(File folder, long keptMillis) {
        this.folder = folder;
        this.keptMillis = keptMillis;
    }

    /** Where the camera puts photos for the pages; res/xml/file_paths.xml names it, too. */
    static TransientFolder photos(File cache) {
        return new TransientFolder(new File(cache, "photos"), PHOTO_MILLIS);
    }

    /** Where the share sheet takes files from; res/xml/file_paths.xml names it, too. The folder keeps the name that earlier versions wrote into. */
    static TransientFolder shared(File cache) {
        return new TransientFolder(new File(cache, "papers"), SHARED_MILLIS);
    }

    static List<TransientFolder> all(File cache) {
        return Arrays.asList(photos(cache), shared(cache));
    }

    /** The folder, made where it is not there yet; where it cannot be made, writing into it fails. */
    File made() {
        folder.mkdirs();
        return folder;
    }

    /** Deletes a file that was read. */
    void delete(String name) {
        new File(folder, SafeFileName.of(name)).delete();
    }

    /** Deletes what nobody may still be about to read, at a time in milliseconds; a clock that was put back keeps nothing longer. */
    void deleteOld(long now) {
        for (File file : files()) if (Math.abs(now - file.lastModified()) > keptMillis) file.delete();
    }

    /** Deletes everything; answers whether nothing is left. */
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
