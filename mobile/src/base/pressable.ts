/** What a tap does something on, as a selector. */
export const PRESSABLE = 'button, a[href], label, [role="option"]';
