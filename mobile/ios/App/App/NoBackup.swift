import Foundation

/// Excludes the web view's storage, which includes the page's copy of the login, from backups, like the Keychain item.
enum NoBackup {
    /// The folders in the app's library to which WebKit and the system's cookie storage write.
    private static let folders = ["WebKit", "Cookies", "HTTPStorages"]

    /// Marks the folders, and creates missing ones. The mark covers everything inside them.
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
