/** The set of words in one or more space-separated strings of a data file. */
export const wordSet = (lines: string | readonly string[]): ReadonlySet<string> =>
  new Set([lines].flat().join(' ').split(' '))
