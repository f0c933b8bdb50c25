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
    const page = frontPage();
    const alert = page.querySelector<HTMLElement>('[role="alert"]:not(:empty)');
    const invalid = firstWrong(page) ?? fieldOf(alert);
    (alert ?? invalid)?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    invalid?.focus({ preventScroll: true });
  });
}

/** A field that opens a sheet is a button, which nothing but the words beside it can call wrong. */
function firstWrong(page: ParentNode): HTMLElement | null {
  const marked = page.querySelector<HTMLElement>('[aria-invalid="true"]');
  const beside = fieldOf(page.querySelector<HTMLElement>('[role="alert"][id$="-error"]'));
  if (!marked || !beside) return marked ?? beside;
  return marked.compareDocumentPosition(beside) & Node.DOCUMENT_POSITION_PRECEDING ? beside : marked;
}

/** The field beside which an error stands. */
function fieldOf(alert: HTMLElement | null): HTMLElement | null {
  for (let around = alert?.parentElement ?? null; around; around = around.parentElement) {
    const field = around.querySelector<HTMLElement>(FIELDS);
    if (field) return field;
  }
  return null;
}
