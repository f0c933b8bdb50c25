/** Selector for the elements that react to a tap. */
export const PRESSABLE = 'button, a[href], label, [role="option"]';
