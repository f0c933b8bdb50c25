import Foundation

/// Decides when the app is locked; the same rule as LockRule.java. Times are in seconds of a clock that cannot be set
/// and that continues while the phone sleeps.
struct LockRule {
    /// A shorter absence, such as for the share sheet or the camera, does not lock the app.
    static let grace: TimeInterval = 30

    private var open = false
    private var leftAt: TimeInterval?

    /// Whether the app must be locked now that it comes to the front.
    mutating func isDue(on: Bool, now: TimeInterval) -> Bool {
        if !on {
            open = true
        } else if let left = leftAt, now - left >= LockRule.grace {
            open = false
        }
        leftAt = nil
        return !open
    }

    /// The app goes to the background.
    mutating func left(now: TimeInterval) {
        leftAt = now
    }

    /// The user has passed the phone's lock.
    mutating func opened() {
        open = true
    }
}
