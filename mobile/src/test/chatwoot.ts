/** A call of the page to the widget. `lost` is one that its frame, which was still loading, did not hear. */
export type ChatCall = [name: string, ...words: unknown[]];

/**
 * Chatwoot's script as far as the app uses it, with its conditions: a user needs a name, an e-mail or a picture; what is
 * said to a frame that loads is lost; the bubble exists only once the frame has loaded; and a reset loads the frame
 * again, after which newer versions do not report that they are ready.
 */
export class FakeChatwoot {
  readonly calls: ChatCall[] = [];
  /** Whether it fires `chatwoot:ready` also after a reset, as versions before 2.3 do. */
  repeatsReady = false;
  private loaded = false;
  private bubble = false;
  private readonly frame = document.createElement('iframe');

  constructor() {
    this.frame.id = 'chatwoot_live_chat_widget';
    document.body.append(this.frame);
    Object.assign(window, { $chatwoot: this.api() });
  }

  /** The frame has loaded. */
  load(): void {
    const again = this.bubble;
    this.loaded = true;
    this.bubble = true;
    this.say((document.getElementById(this.frame.id) as HTMLIFrameElement).contentWindow);
    if (!again || this.repeatsReady) window.dispatchEvent(new Event('chatwoot:ready'));
  }

  /** A window says that it is the widget's frame and has loaded. */
  say(source: Window | null): void {
    const data = `chatwoot-widget:${JSON.stringify({ event: 'loaded', config: {} })}`;
    window.dispatchEvent(new MessageEvent('message', { data, source }));
  }

  private told(name: string, ...words: unknown[]): void {
    this.calls.push(this.loaded ? [name, ...words] : ['lost', name]);
  }

  private api() {
    return {
      setUser: (identifier: string, user: { name?: string }) => {
        if (!user.name) throw new Error('User object should have one of the keys [avatar_url, email, name]');
        this.told('setUser', identifier, user);
      },
      setLocale: (locale: string) => this.told('setLocale', locale),
      toggleBubbleVisibility: (state: string) => {
        if (!this.bubble) throw new TypeError('the bubble does not exist yet');
        this.calls.push(['bubble', state]);
      },
      reset: () => {
        this.calls.push(['reset']);
        const frame = document.getElementById('chatwoot_live_chat_widget') as HTMLIFrameElement;
        this.loaded = false;
        frame.src = 'about:blank';
      },
    };
  }
}
