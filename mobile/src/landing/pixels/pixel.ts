/** A platform's tool in the page. */
export interface Pixel {
  /** Tells of a new member; `eventId` is the same in the server's report, so that the platform counts one. */
  registered: (eventId: string) => void;
}

/** Puts a platform's script into the page. */
export function script(src: string): void {
  const node = document.createElement('script');
  node.async = true;
  node.src = src;
  document.head.appendChild(node);
}
