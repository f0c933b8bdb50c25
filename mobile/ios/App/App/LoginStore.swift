import Foundation
import Security

/// A borrower's login as stored by the shell.
struct Login: Codable {
    let token: String
    let phone: String
}

/// Stores the login in the Keychain of this device only: it is in no backup, and cannot be read before the first
/// unlock.
final class LoginStore {
    private static let startedKey = "host.started"

    private let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: Bundle.main.bundleIdentifier ?? "app.loanmarket",
        kSecAttrAccount as String: "login"
    ]

    /// The Keychain outlives an uninstalled app, but the user defaults do not. So a fresh install deletes an old login.
    init(defaults: UserDefaults = .standard) {
        if defaults.bool(forKey: LoginStore.startedKey) { return }
        clear()
        defaults.set(true, forKey: LoginStore.startedKey)
    }

    func read() -> Login? {
        var query = item
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let data = found as? Data else { return nil }
        return try? JSONDecoder().decode(Login.self, from: data)
    }

    func write(_ login: Login) {
        clear()
        guard let data = try? JSONEncoder().encode(login) else { return }
        var fresh = item
        fresh[kSecValueData as String] = data
        fresh[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        SecItemAdd(fresh as CFDictionary, nil)
    }

    func clear() {
        SecItemDelete(item as CFDictionary)
    }
}
