import Foundation

/// What the web view stores, the page's copy of the log-in among it, stays on this device: in no backup, as the Keychain's.
enum NoBackup {
    /// Folders of the app's library that WebKit and the system's cookies write to.
    private static let folders = ["WebKit", "Cookies", "HTTPStorages"]

    /// Marks them; they need not be there yet. The mark counts for everything below.
    static func mark() {
        guard let library = FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask).first else { return }
        for name in folders {
            var folder = library.appendingPathComponent(name, isDirectory: true)
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? folder.setResourceValues(values)
        }
    }
}
