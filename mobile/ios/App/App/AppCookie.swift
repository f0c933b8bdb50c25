import Foundation
import WebKit

/// The cookie by which the pages recognise the app. `document.cookie` does not work on `capacitor://`: Capacitor's
/// cookie plugin reads the shared storage, and the web view reads its own store, so the cookie is set in both.
enum AppCookie {
    private static let name = "appBaseInfo"
    /// One year in seconds. Without an expiry the cookie would end with the session.
    private static let maxAge: TimeInterval = 31_536_000

    static func set(for address: URL, in store: WKHTTPCookieStore) {
        guard let host = address.host, let cookie = make(host: host) else { return }
        HTTPCookieStorage.shared.setCookie(cookie)
        store.setCookie(cookie)
    }

    private static func make(host: String) -> HTTPCookie? {
        guard let json = try? JSONEncoder().encode(HostInfo.current.fields),
              let value = String(data: json, encoding: .utf8)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        else { return nil }
        return HTTPCookie(properties: [
            .name: name,
            .value: value,
            .domain: host,
            .path: "/",
            .maximumAge: String(Int(maxAge)),
            .expires: Date(timeIntervalSinceNow: maxAge)
        ])
    }
}
