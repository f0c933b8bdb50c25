import UIKit

/// The view that covers the pages while the app is locked: a text and the unlock button.
final class LockCover: UIView {
    private let unlock: () -> Void

    init(frame: CGRect, unlock: @escaping () -> Void) {
        self.unlock = unlock
        super.init(frame: frame)
        backgroundColor = UIColor(named: "Paper")
        // Also hides the pages behind it from VoiceOver.
        accessibilityViewIsModal = true

        let line = UILabel()
        line.text = NSLocalizedString("lock_line", comment: "The app is locked")
        line.font = .preferredFont(forTextStyle: .title3)
        line.numberOfLines = 0
        line.textAlignment = .center

        let button = UIButton(type: .system)
        button.setTitle(NSLocalizedString("lock_open", comment: "Unlock"), for: .normal)
        button.titleLabel?.font = .preferredFont(forTextStyle: .headline)
        button.addTarget(self, action: #selector(touched), for: .touchUpInside)

        let column = UIStackView(arrangedSubviews: [UIImageView(image: UIImage(named: "Splash")), line, button])
        column.axis = .vertical
        column.alignment = .center
        column.spacing = 24
        column.translatesAutoresizingMaskIntoConstraints = false
        addSubview(column)
        NSLayoutConstraint.activate([
            column.centerYAnchor.constraint(equalTo: centerYAnchor),
            column.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 24),
            column.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -24),
            button.heightAnchor.constraint(greaterThanOrEqualToConstant: 48)
        ])
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("made in code only")
    }

    @objc private func touched() {
        unlock()
    }
}
