import Capacitor

/// The web view with the bridge. The app's own plugins are registered here, because Capacitor's CLI only finds plugins
/// in packages.
final class HostViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(HostPlugin())
        bridge?.registerPluginInstance(LockPlugin())
        bridge?.registerPluginInstance(SharedFilesPlugin())
        guard let bridge = bridge, let store = bridge.webView?.configuration.websiteDataStore.httpCookieStore else { return }
        AppCookie.set(for: bridge.config.localURL, in: store)
    }
}
