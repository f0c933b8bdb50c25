import { textOr } from '@/i18n';

/** A section of the copy in words; one that has no words yet keeps the name that machines know. */
export const sectionName = (name: string) => textOr(`owndata:section.${name}`, name);

/** A field of a record in words. */
export const fieldName = (name: string) => textOr(`owndata:field.${name}`, name);
