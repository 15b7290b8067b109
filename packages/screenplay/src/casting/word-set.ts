/** The words of a data file's lines, which are separated by spaces. */
export const wordSet = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))
