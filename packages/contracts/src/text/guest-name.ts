const SUFFIX = ' (guest)'

/**
 * Marks a guest's name that could be mistaken for a member's. Separate from name comparison, which pages do not need.
 */
export const asGuest = (name: string): string => (name.endsWith(SUFFIX) ? name : name + SUFFIX)
