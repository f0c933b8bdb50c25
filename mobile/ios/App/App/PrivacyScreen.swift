import UIKit

/// Covers the app in the task switcher, which would show the borrower's loans.
final class PrivacyScreen {
    private var cover: UIView?

    func show(over window: UIWindow?) {
        guard cover == nil, let window = window else { return }
        let view = UIView(frame: window.bounds)
        view.backgroundColor = UIColor(named: "Paper")
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        window.addSubview(view)
        cover = view
    }

    func hide() {
        cover?.removeFromSuperview()
        cover = nil
    }
}
