/** What a text must have, in lower case, to match a regular expression: letters, all of several needs or one of them. */
export type Need = string | { all: readonly Need[] } | { any: readonly Need[] }

/** Shorter letters are in most texts. */
const SHORTEST = 3
/** An escaped character, a class, a group with up to two levels of groups in it, a count, or one character. */
const ITEM = /\\.|\[[^\]]*\]|\((?:\((?:\([^()]*\)|[^()])*\)|[^()])*\)|\{[^}]*\}|[^]/g
const GROUP = '(?:'
const LETTER = /^[\p{L}\p{N} '’-]$/u

/** For "(?:milk|baby) teeth?": "milk" or "baby", and " teet". */
export function needOf(source: string): Need {
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
      any.push({ all })
      all = []
    } else if (isOptional(items[at + 1])) endRun()
    else if (LETTER.test(item)) run += item.toLowerCase()
    else {
      endRun()
      if (item.startsWith(GROUP)) all.push(needOf(item.slice(GROUP.length, -1)))
    }
  }
  return { any }
}

const isOptional = (next: string | undefined): boolean =>
  next !== undefined && (next === '?' || next === '*' || next.startsWith('{'))

export const mayMatch = (need: Need, text: string): boolean =>
  typeof need === 'string'
    ? text.includes(need)
    : 'all' in need
      ? need.all.every((each) => mayMatch(each, text))
      : need.any.some((each) => mayMatch(each, text))
