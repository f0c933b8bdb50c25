import Foundation

/// When the app lock closes; the same rule as LockRule.java. Times are seconds of a clock that nobody can set and
/// that runs on while the phone sleeps.
struct LockRule {
    /// A look at another app, the share sheet or the camera does not lock.
    static let grace: TimeInterval = 30

    private var open = false
    private var leftAt: TimeInterval?

    /// Whether the lock must be closed now that the app comes to the front.
    mutating func isDue(on: Bool, now: TimeInterval) -> Bool {
        if !on {
            open = true
        } else if let left = leftAt, now - left >= LockRule.grace {
            open = false
        }
        leftAt = nil
        return !open
    }

    /// The app goes out of sight.
    mutating func left(now: TimeInterval) {
        leftAt = now
    }

    /// The owner of the phone proved herself.
    mutating func opened() {
        open = true
    }
}
