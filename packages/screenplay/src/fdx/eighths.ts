/** Whole pages, a fraction of one, or both: "2", "7/8", "2 3/8". */
const LENGTH = /^\s*(?:(\d{1,3})(?:\s+([1-8])\/(8|4|2))?|([1-8])\/(8|4|2))\s*$/

/** A scene's length in eighths of a page as Final Draft writes it; undefined if it is malformed or 0. */
export const eighthsOf = (length: string | undefined): number | undefined => {
  const parts = length === undefined ? null : LENGTH.exec(length)
  if (!parts) return undefined
  const [, pages = 0, count = parts[4] ?? 0, of = parts[5] ?? 8] = parts
  if (Number(count) > Number(of)) return undefined
  return Number(pages) * 8 + (Number(count) * 8) / Number(of) || undefined
}
