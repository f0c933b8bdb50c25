import Capacitor

/// The bridge between the pages and the shell. Its counterparts are HostPlugin.java and src/bridge/host.ts.
@objc(HostPlugin)
final class HostPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "HostPlugin"
    let jsName = "Host"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "jointLogin", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getInfo", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "logoutInfo", returnType: CAPPluginReturnPromise)
    ]

    /// The page must send the tag that it was built with.
    private static let tag = "vn"
    private let store = LoginStore()

    /// Stores the `token` and `phone` of a new login, if given. Returns the stored login, or an empty object if there
    /// is none.
    @objc func jointLogin(_ call: CAPPluginCall) {
        guard isOurs(call) else { return }
        if let token = call.getString("token"), !token.isEmpty {
            store.write(Login(token: token, phone: call.getString("phone") ?? ""))
        }
        guard let login = store.read() else { return call.resolve([:]) }
        call.resolve(["token": login.token, "phone": login.phone])
    }

    /// Returns appVersion, appName, packageName and deviceType.
    @objc func getInfo(_ call: CAPPluginCall) {
        guard isOurs(call) else { return }
        call.resolve(HostInfo.current.fields)
    }

    /// Deletes the login and the borrower's files, and switches the lock off, because without a login there is nothing
    /// to protect.
    @objc func logoutInfo(_ call: CAPPluginCall) {
        guard isOurs(call) else { return }
        store.clear()
        TransientFiles.clear()
        AppLock.shared.set(false)
        call.resolve()
    }

    private func isOurs(_ call: CAPPluginCall) -> Bool {
        if call.getString("tag") == HostPlugin.tag { return true }
        call.reject("wrong tag")
        return false
    }
}
