/** What a text must have, in lower case, to match a regular expression: letters, all of several needs or one of them. */
export type Need = string | { all: readonly Need[] } | { any: readonly Need[] }

/** Shorter letters are in most texts: "her". */
const SHORTEST = 4
/** An escaped character, a class, a group with up to two levels of groups in it, a count, or one character. */
const ITEM = /\\.|\[[^\]]*\]|\((?:\((?:\([^()]*\)|[^()])*\)|[^()])*\)|\{[^}]*\}|[^]/g
const GROUP = '(?:'
const LETTER = /^[\p{L}\p{N} '’-]$/u

/** For "(?:milk|baby) teeth?": "milk" or "baby", and " teet". Undefined if any text may match. */
export function needOf(source: string): Need | undefined {
  const items = source.match(ITEM) ?? []
  const any: Need[] = []
  let all: Need[] = []
  let run = ''
  const endRun = () => {
    if (run.length >= SHORTEST) all.push(run)
    run = ''
  }
  for (const [at, item] of [...items, '|'].entries()) {
    if (item === '|') {
      endRun()
      if (all.length === 0) return undefined
      any.push(all.length === 1 ? all[0]! : { all })
      all = []
    } else if (isOptional(items[at + 1])) endRun()
    else if (LETTER.test(item)) run += item.toLowerCase()
    else {
      endRun()
      const need = item.startsWith(GROUP) ? needOf(item.slice(GROUP.length, -1)) : undefined
      if (need !== undefined) all.push(need)
    }
  }
  return any.length === 1 ? any[0] : { any }
}

const isOptional = (next: string | undefined): boolean =>
  next !== undefined && (next === '?' || next === '*' || next.startsWith('{'))

export const mayMatch = (need: Need | undefined, text: string): boolean =>
  need === undefined || has(need, text)

const has = (need: Need, text: string): boolean =>
  typeof need === 'string'
    ? text.includes(need)
    : 'all' in need
      ? need.all.every((each) => has(each, text))
      : need.any.some((each) => has(each, text))
