import Capacitor

/// Stores a receipt or a picture where the share sheet can read it. Its counterparts are SharedFilesPlugin.java and
/// src/bridge/shareSheet.ts.
@objc(SharedFilesPlugin)
final class SharedFilesPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "SharedFilesPlugin"
    let jsName = "SharedFiles"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "save", returnType: CAPPluginReturnPromise)
    ]

    /// Stores `data` (base64) as the file `name` and returns its `uri`. Files stored before are deleted.
    @objc func save(_ call: CAPPluginCall) {
        guard let data = Data(base64Encoded: call.getString("data") ?? "") else { return call.reject("not saved") }
        let folder = TransientFiles.shared
        do {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent(SharedFilesPlugin.safe(call.getString("name") ?? ""))
            try data.write(to: file, options: .completeFileProtection)
            call.resolve(["uri": file.absoluteString])
        } catch {
            call.reject("not saved")
        }
    }

    /// The pages choose the name. It is sanitised, so that the file cannot leave the folder.
    private static func safe(_ wanted: String) -> String {
        let last = wanted.components(separatedBy: "/").last ?? ""
        let plain = last.replacingOccurrences(of: "[^A-Za-z0-9._-]", with: "-", options: .regularExpression)
        let name = plain.replacingOccurrences(of: "^\\.+", with: "", options: .regularExpression)
        return name.isEmpty ? "file" : String(name.suffix(80))
    }
}
