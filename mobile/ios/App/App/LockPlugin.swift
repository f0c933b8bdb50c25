import Capacitor

/// The borrower's setting of the app lock. Its counterparts are LockPlugin.java and src/bridge/lock.ts.
@objc(LockPlugin)
final class LockPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "LockPlugin"
    let jsName = "Lock"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "state", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "change", returnType: CAPPluginReturnPromise)
    ]

    /// Returns `available` (whether the phone has a lock) and `on`.
    @objc func state(_ call: CAPPluginCall) {
        call.resolve(current)
    }

    /// Changes the setting to `on` after the user has passed the phone's lock, which is required in both directions.
    /// Returns the state afterwards.
    @objc func change(_ call: CAPPluginCall) {
        let wanted = call.getBool("on") ?? false
        DispatchQueue.main.async {
            AppLock.shared.ask { isOwner in
                if isOwner { AppLock.shared.set(wanted) }
                call.resolve(self.current)
            }
        }
    }

    private var current: [String: Any] {
        ["available": AppLock.shared.isAvailable, "on": AppLock.shared.isOn]
    }
}
