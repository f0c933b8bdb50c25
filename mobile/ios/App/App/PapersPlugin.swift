import Capacitor

/// Puts a receipt or a picture where the share sheet can take it from. Its other ends: PapersPlugin.java, src/bridge/papers.ts.
@objc(PapersPlugin)
final class PapersPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "PapersPlugin"
    let jsName = "Papers"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "keep", returnType: CAPPluginReturnPromise)
    ]

    /// Takes `name` and `data` (base64); answers with the `uri` of the file. What was put there before is deleted.
    @objc func keep(_ call: CAPPluginCall) {
        guard let data = Data(base64Encoded: call.getString("data") ?? "") else { return call.reject("not kept") }
        let folder = TransientFiles.papers
        do {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let paper = folder.appendingPathComponent(PapersPlugin.safe(call.getString("name") ?? ""))
            try data.write(to: paper, options: .completeFileProtection)
            call.resolve(["uri": paper.absoluteString])
        } catch {
            call.reject("not kept")
        }
    }

    /// The pages choose the name; it never leaves the folder.
    private static func safe(_ wanted: String) -> String {
        let last = wanted.components(separatedBy: "/").last ?? ""
        let plain = last.replacingOccurrences(of: "[^A-Za-z0-9._-]", with: "-", options: .regularExpression)
        let name = plain.replacingOccurrences(of: "^\\.+", with: "", options: .regularExpression)
        return name.isEmpty ? "file" : String(name.suffix(80))
    }
}
