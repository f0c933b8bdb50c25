/**
 * Copies text; returns true on success. Old phones and plain http have no clipboard API, so there a hidden field is
 * selected and copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // eslint-disable-next-line compat/compat -- where it is missing, the field below does it
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughField(text);
  }
}

function copyThroughField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;top:0;opacity:0;font-size:16px';
  document.body.appendChild(field);
  field.select();
  field.setSelectionRange(0, text.length);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
