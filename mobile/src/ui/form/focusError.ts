const FIELDS = 'input:not([tabindex="-1"]), textarea, select, button:not([tabindex="-1"])';

/** The page in front. The pages behind it stay mounted but hidden. */
function frontPage(): ParentNode {
  const pages = document.querySelectorAll('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)');
  return pages[pages.length - 1] ?? document;
}

/**
 * Scrolls to the first invalid field and focuses it, after it has been rendered as invalid. A screen reader then
 * announces the field and its error.
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

/**
 * A field that opens a sheet is a button, which cannot have aria-invalid; it is only marked by the error message next
 * to it.
 */
function firstWrong(page: ParentNode): HTMLElement | null {
  const marked = page.querySelector<HTMLElement>('[aria-invalid="true"]');
  const beside = fieldOf(page.querySelector<HTMLElement>('[role="alert"][id$="-error"]'));
  if (!marked || !beside) return marked ?? beside;
  return marked.compareDocumentPosition(beside) & Node.DOCUMENT_POSITION_PRECEDING ? beside : marked;
}

/** The field to which an error message belongs. */
function fieldOf(alert: HTMLElement | null): HTMLElement | null {
  for (let around = alert?.parentElement ?? null; around; around = around.parentElement) {
    const field = around.querySelector<HTMLElement>(FIELDS);
    if (field) return field;
  }
  return null;
}
