import LocalAuthentication
import UIKit

/// The app lock: after some time in the background the pages stay covered until the user has passed the phone's own
/// lock (face, finger, code).
final class AppLock {
    static let shared = AppLock()
    private static let key = "host.lock"

    /// Seconds since the phone was started. This clock continues while the phone sleeps, unlike the system's uptime, by
    /// which the app would have been away for only seconds after a night.
    private static var now: TimeInterval {
        TimeInterval(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)) / 1_000_000_000
    }

    private var rule = LockRule()
    private var cover: LockCover?
    /// The prompt that the system shows.
    private var question: LAContext?

    /// Whether this phone has a lock.
    var isAvailable: Bool {
        LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
    }

    /// Without a lock on the phone the app lock is off.
    var isOn: Bool {
        isAvailable && UserDefaults.standard.bool(forKey: AppLock.key)
    }

    func set(_ on: Bool) {
        UserDefaults.standard.set(on, forKey: AppLock.key)
    }

    /// The app comes to the front. A prompt that is still open does not delay the lock: the system cancels a prompt in
    /// the background, and may report that only after the pages are visible.
    func enter(_ window: UIWindow?) {
        if rule.isDue(on: isOn, now: AppLock.now) {
            close(window)
        } else {
            open()
        }
    }

    /// The app goes to the background.
    func leave() {
        rule.left(now: AppLock.now)
    }

    /// Asks the user to pass the phone's lock. The answer arrives on the main queue. An earlier question is given up, so
    /// that the unlock button works even if the system never answers that question.
    func ask(_ answer: @escaping (Bool) -> Void) {
        question?.invalidate()
        let context = LAContext()
        question = context
        let reason = NSLocalizedString("lock_text", comment: "Under the system's question for face, finger or code")
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason) { isOwner, _ in
            DispatchQueue.main.async {
                if self.question === context { self.question = nil }
                if isOwner { self.open() }
                answer(isOwner)
            }
        }
    }

    private func close(_ window: UIWindow?) {
        // Do not ask again while the cover is shown, which would never end: the system's prompt makes the app inactive
        // and active again. A window that was closed in the background leaves its cover behind.
        guard let window = window, cover?.window !== window else { return }
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
