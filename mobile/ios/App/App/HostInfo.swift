import Foundation

/// The shell's information about itself for the page.
struct HostInfo {
    let appVersion: String
    let appName: String
    let packageName: String
    let deviceType = "ios"

    static var current: HostInfo {
        let bundle = Bundle.main
        return HostInfo(
            appVersion: bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String ?? "",
            appName: bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String ?? "",
            packageName: bundle.bundleIdentifier ?? ""
        )
    }

    var fields: [String: String] {
        ["appVersion": appVersion, "appName": appName, "packageName": packageName, "deviceType": deviceType]
    }
}
