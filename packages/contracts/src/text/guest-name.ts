const SUFFIX = ' (guest)'

/** A guest's name where it could be taken for a member's. Apart from what names are compared by, which a page does not need. */
export const asGuest = (name: string): string => (name.endsWith(SUFFIX) ? name : name + SUFFIX)
