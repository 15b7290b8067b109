/** Shorter letters are in most texts. */
const SHORTEST = 3
/** An escaped character, a class, a group with up to two levels of groups in it, a count, or one character. */
const ITEM = /\\.|\[[^\]]*\]|\((?:\((?:\([^()]*\)|[^()])*\)|[^()])*\)|\{[^}]*\}|[^]/g
const GROUP = '(?:'
const LETTER = /^[\p{L}\p{N} '’-]$/u

/**
 * Letters of which every match of a regular expression has some, in lower case: "milk" and "baby" for
 * "(?:milk|baby) teeth?". Undefined if a match may have none.
 */
export function literalsOf(source: string): readonly string[] | undefined {
  const literals: string[] = []
  let best: readonly string[] | undefined
  let run = ''
  const consider = (some: readonly string[] | undefined) => {
    if (some && shortestOf(some) >= Math.max(SHORTEST, best ? shortestOf(best) + 1 : 0)) best = some
  }
  const endRun = () => {
    consider([run])
    run = ''
  }
  const items = source.match(ITEM) ?? []
  for (const [at, item] of [...items, '|'].entries()) {
    if (item === '|') {
      endRun()
      if (!best) return undefined
      literals.push(...best)
      best = undefined
    } else if (isOptional(items[at + 1])) endRun()
    else if (LETTER.test(item)) run += item.toLowerCase()
    else {
      endRun()
      if (item.startsWith(GROUP)) consider(literalsOf(item.slice(GROUP.length, -1)))
    }
  }
  return literals
}

const shortestOf = (literals: readonly string[]): number =>
  literals.reduce((least, { length }) => Math.min(least, length), Infinity)

const isOptional = (next: string | undefined): boolean =>
  next !== undefined && (next === '?' || next === '*' || next.startsWith('{'))
