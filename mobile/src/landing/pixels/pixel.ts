/** A platform's tracking tool in the page. */
export interface Pixel {
  /** Reports a new member. The server's report has the same `eventId`, so the platform counts the registration once. */
  registered: (eventId: string) => void;
}

/** Adds a platform's script to the page. */
export function script(src: string): void {
  const node = document.createElement('script');
  node.async = true;
  node.src = src;
  document.head.appendChild(node);
}
