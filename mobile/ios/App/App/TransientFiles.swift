import Foundation

/// A borrower's files that must not stay on the phone: shared files, and the files that WebKit creates for the pages'
/// file inputs and does not delete (camera photos and chosen pictures).
enum TransientFiles {
    /// The folder for files to share. It keeps the name used by earlier versions.
    static let shared = FileManager.default.temporaryDirectory.appendingPathComponent("papers", isDirectory: true)

    /// The name prefixes of WebKit's folders for camera photos and chosen pictures.
    private static let fileFields = ["WKWebFileUpload", "WKFileUploadPanel"]
    /// The name suffix of the folder into which the system copies chosen documents.
    private static let documents = "-Inbox"

    /// Deletes all of them. Everything else in the directory belongs to WebKit.
    static func clear() {
        let directory = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names {
            guard isOurs(name) else { continue }
            try? FileManager.default.removeItem(at: directory.appendingPathComponent(name))
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        if name == shared.lastPathComponent || name.hasSuffix(documents) { return true }
        return fileFields.contains(where: { name.hasPrefix($0) })
    }
}
