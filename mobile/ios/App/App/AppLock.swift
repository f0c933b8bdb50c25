import LocalAuthentication
import UIKit

/// The app lock: after a while away the pages stay covered until the phone's own lock (face, finger, code) was passed.
final class AppLock {
    static let shared = AppLock()
    private static let key = "host.lock"

    /// Seconds since the phone was started. They run on while it sleeps, which the system's uptime does not: after a night on
    /// the table the app would have been away for seconds.
    private static var now: TimeInterval {
        TimeInterval(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)) / 1_000_000_000
    }

    private var rule = LockRule()
    private var cover: LockCover?
    private var asking = false

    /// Whether this phone has a lock to ask for.
    var isAvailable: Bool {
        LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
    }

    /// A phone without a lock has nothing to ask for: the app stays open.
    var isOn: Bool {
        isAvailable && UserDefaults.standard.bool(forKey: AppLock.key)
    }

    func set(_ on: Bool) {
        UserDefaults.standard.set(on, forKey: AppLock.key)
    }

    /// The app comes to the front.
    func enter(_ window: UIWindow?) {
        if asking { return }
        if rule.isDue(on: isOn, now: AppLock.now) {
            close(window)
        } else {
            open()
        }
    }

    /// The app goes out of sight.
    func leave() {
        rule.left(now: AppLock.now)
    }

    /// Asks the person for the phone's lock; the answer comes on the main queue.
    func ask(_ answer: @escaping (Bool) -> Void) {
        if asking { return answer(false) }
        asking = true
        let reason = NSLocalizedString("lock_text", comment: "Under the system's question for face, finger or code")
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason) { isOwner, _ in
            DispatchQueue.main.async {
                self.asking = false
                if isOwner { self.open() }
                answer(isOwner)
            }
        }
    }

    private func close(_ window: UIWindow?) {
        // Asked again by itself it would ask for ever: the system's question makes the app inactive and active again.
        guard cover == nil, let window = window else { return }
        let view = LockCover(frame: window.bounds) { [weak self] in self?.ask { _ in } }
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        window.addSubview(view)
        cover = view
        window.endEditing(true)
        ask { _ in }
    }

    private func open() {
        rule.opened()
        cover?.removeFromSuperview()
        cover = nil
    }
}
