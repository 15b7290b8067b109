/** The words of a data file's line or lines, which are separated by spaces. */
export const wordSet = (lines: string | readonly string[]): ReadonlySet<string> =>
  new Set([lines].flat().join(' ').split(' '))
