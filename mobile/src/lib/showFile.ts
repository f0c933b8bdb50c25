/** How long the address of a shown file stays good; the browser has copied it long before. */
const KEEP_MS = 60_000;

/**
 * Shows a file that was fetched with the session's header. A window opened after waiting would be blocked, so a link is
 * followed instead: the phone's own viewer or download takes over, and with it sharing and printing.
 */
export function showFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
