import UIKit
import Capacitor

/// The app's only window.
class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private let privacy = PrivacyScreen()

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
        guard let windowScene = scene as? UIWindowScene else { return }

        // No page is open yet that could still read these files.
        TransientFiles.clear()
        NoBackup.mark()
        window = UIWindow(windowScene: windowScene)
        window?.rootViewController = HostViewController()
        window?.makeKeyAndVisible()
        // A locked app must show nothing before its lock cover is in place.
        privacy.show(over: window)

        SceneDelegateProxy.shared.scene(scene, willConnectTo: session, options: connectionOptions)
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        SceneDelegateProxy.shared.scene(scene, openURLContexts: URLContexts)
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        SceneDelegateProxy.shared.scene(scene, continue: userActivity)
    }

    func sceneWillResignActive(_ scene: UIScene) {
        privacy.show(over: window)
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        AppLock.shared.enter(window)
        privacy.hide()
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
        AppLock.shared.leave()
        // A folder that was recreated meanwhile has lost its mark.
        NoBackup.mark()
    }
}
