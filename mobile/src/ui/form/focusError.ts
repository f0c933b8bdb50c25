const FIELDS = 'input:not([tabindex="-1"]), textarea, select, button:not([tabindex="-1"])';

/** The page in front; those behind it stay mounted, hidden. */
function frontPage(): ParentNode {
  const pages = document.querySelectorAll('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)');
  return pages[pages.length - 1] ?? document;
}

/**
 * Brings the first field that is wrong into sight and puts the caret there, once it has been drawn as wrong: somebody who
 * does not see the screen hears which field it is and why.
 */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    const alert = frontPage().querySelector<HTMLElement>('[role="alert"]:not(:empty)');
    const invalid = frontPage().querySelector<HTMLElement>('[aria-invalid="true"]') ?? fieldOf(alert);
    (alert ?? invalid)?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    invalid?.focus({ preventScroll: true });
  });
}

/** The field beside which an error stands. */
function fieldOf(alert: HTMLElement | null): HTMLElement | null {
  for (let around = alert?.parentElement ?? null; around; around = around.parentElement) {
    const field = around.querySelector<HTMLElement>(FIELDS);
    if (field) return field;
  }
  return null;
}
