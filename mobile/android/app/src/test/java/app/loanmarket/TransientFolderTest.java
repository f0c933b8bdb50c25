package app.loanmarket;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class TransientFolderTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final long MINUTE = 60_000;

    @Rule
    public final TemporaryFolder cache = new TemporaryFolder();

    private static File put(TransientFolder folder, String name, long modified) throws IOException {
        File file = new File(folder.made(), name);
        assertTrue(file.createNewFile() && file.setLastModified(modified));
        return file;
    }

    private TransientFolder photos() {
        return TransientFolder.photos(cache.getRoot());
    }

    @Test
    public void deleteOldKeepsRecentFiles() throws IOException {
        TransientFolder files = TransientFolder.shared(cache.getRoot());
        File photo = put(photos(), "new.jpg", NOW - 59 * MINUTE);
        File left = put(photos(), "old.jpg", NOW - 61 * MINUTE);
        File shared = put(files, "new.pdf", NOW - 59 * MINUTE);
        File former = put(files, "old.pdf", NOW - 61 * MINUTE);
        for (TransientFolder folder : TransientFolder.all(cache.getRoot())) folder.deleteOld(NOW);
        assertTrue(photo.exists() && shared.exists());
        assertFalse(left.exists() || former.exists());
    }

    @Test
    public void deleteOldDeletesFilesFromTheFuture() throws IOException {
        File photo = put(photos(), "a.jpg", NOW + 61 * MINUTE);
        photos().deleteOld(NOW);
        assertFalse(photo.exists());
    }

    @Test
    public void deleteRemovesOnlyTheNamedPhoto() throws IOException {
        File read = put(photos(), "JPEG_20261101_120000_1.jpg", NOW);
        File other = put(photos(), "JPEG_20261101_120001_2.jpg", NOW);
        File outside = put(TransientFolder.shared(cache.getRoot()), "a.pdf", NOW);
        photos().delete(read.getName());
        photos().delete("../papers/a.pdf");
        photos().delete(null);
        assertFalse(read.exists());
        assertTrue(other.exists() && outside.exists());
    }

    @Test
    public void newestIsTheLastPhotoOfTheCamera() throws IOException {
        File first = put(photos(), "a.jpg", NOW);
        File last = put(photos(), "b.jpg", NOW + MINUTE);
        for (File photo : new File[] {first, last}) {
            Files.write(photo.toPath(), new byte[] {1});
            assertTrue(photo.setLastModified(photo == last ? NOW + MINUTE : NOW));
        }
        put(photos(), "closed without a photo.jpg", NOW + 2 * MINUTE);
        assertEquals(last, photos().newest(NOW));
        assertEquals(last, photos().newest(NOW + MINUTE));
        assertNull("an earlier photo is not the one that was asked for", photos().newest(NOW + MINUTE + 1));
        assertTrue(first.setLastModified(NOW + 2 * MINUTE));
        assertEquals("in any order of the files", first, photos().newest(NOW));
        assertTrue(first.delete() && last.delete());
        assertNull(photos().newest(NOW));
    }

    @Test
    public void deleteAllEmptiesFolderAndMadeRecreatesIt() throws IOException {
        put(photos(), "a.jpg", NOW);
        assertTrue(photos().deleteAll());
        assertEquals(0, photos().made().list().length);
        assertTrue(photos().made().delete());
        assertTrue(photos().deleteAll());
        assertTrue(photos().made().isDirectory());
    }
}
