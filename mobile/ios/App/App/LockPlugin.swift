import Capacitor

/// The borrower's switch for the app lock. Its other ends are LockPlugin.java and src/bridge/lock.ts.
@objc(LockPlugin)
final class LockPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "LockPlugin"
    let jsName = "Lock"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "state", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "change", returnType: CAPPluginReturnPromise)
    ]

    /// Answers with `available` (the phone has a lock) and `on`.
    @objc func state(_ call: CAPPluginCall) {
        call.resolve(current)
    }

    /// Switches to `on`, both ways only for whoever passes the phone's own lock; answers with the state that holds then.
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
