/**
 * The ids of a draft's lines as a short text, so that places are mapped between drafts without reading lines. Most ids
 * are numbered in sequence: `l1 40,d2-41 3` are l1 to l40 and d2-41 to d2-43. A single id has no count.
 */
export function packedIds(ids: readonly string[]): string {
  const runs: { first: string; prefix: string; next: number | undefined; count: number }[] = []
  for (const id of ids) {
    const { prefix, number } = numbered(id)
    const run = runs.at(-1)
    if (run && number !== undefined && run.next === number && run.prefix === prefix) {
      run.count += 1
      run.next = number + 1
    } else runs.push({ first: id, prefix, next: number === undefined ? undefined : number + 1, count: 1 })
  }
  return runs.map(({ first, count }) => (count === 1 ? first : `${first} ${count}`)).join(',')
}

export function unpackedIds(packed: string): string[] {
  if (packed === '') return []
  return packed.split(',').flatMap((run) => {
    const [first = '', count = '1'] = run.split(' ')
    if (count === '1') return [first]
    const { prefix, number = 0 } = numbered(first)
    return Array.from({ length: Number(count) }, (_, n) => `${prefix}${number + n}`)
  })
}

/** A number with a leading zero, or that is not exact, is part of the prefix: it could not be restored. */
function numbered(id: string): { prefix: string; number?: number } {
  let start = id.length
  while (start > 0 && isDigit(id.charCodeAt(start - 1))) start -= 1
  const digits = id.slice(start)
  if (digits === '' || digits.startsWith('0') || digits.length > MOST_DIGITS) return { prefix: id }
  return { prefix: id.slice(0, start), number: Number(digits) }
}

const MOST_DIGITS = 12
const isDigit = (code: number) => code >= 48 && code <= 57
