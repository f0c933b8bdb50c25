import Foundation

/// Files of a borrower that must not stay on the phone: files that are shared, and what WebKit writes for the pages' file
/// fields and leaves there: photos that the camera took, pictures that were chosen.
enum TransientFiles {
    /// Where the share sheet takes files from. The folder keeps the name that earlier versions wrote into.
    static let shared = FileManager.default.temporaryDirectory.appendingPathComponent("papers", isDirectory: true)

    /// How the names of WebKit's folders begin, for photos of the camera and for chosen pictures.
    private static let fileFields = ["WKWebFileUpload", "WKFileUploadPanel"]
    /// How the name of the folder ends into which the system copies chosen documents.
    private static let documents = "-Inbox"

    /// Deletes them all; the rest of the directory is WebKit's.
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
