import type { Token } from '../tokens.ts'
import { ageAt } from './age-at.ts'

/** Parents, siblings and spouses: how much older they are than the person whose relative they are. */
const KIN: ReadonlyMap<string, number> = new Map(
  (
    [
      [
        28,
        'mother father mum mom dad mama papa parent stepmother stepfather stepmum stepdad mam ma pa daddy mummy',
      ],
      [56, 'grandmother grandfather grandma grandpa'],
      [0, 'wife husband twin sister brother spouse classmate schoolmate sweetheart half-brother half-sister'],
    ] as const
  ).flatMap(([years, words]) => words.split(' ').map((word) => [word, years] as const)),
)
/** Words between an age and a relative. */
const REACH = 40
/** A smaller number is rather a count. */
const YOUNGEST = 4

/** How many years older a relative is than the person: 28 for "father". */
export const yearsOlder = (noun: string): number | undefined => KIN.get(noun)

/** The age in numbers that stands nearest before a token. */
export function ageBehind(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from - 1; at >= Math.max(0, from - REACH); at--) {
    const years = statedAt(tokens, at)
    if (years !== undefined) return years
  }
  return undefined
}

/** The age in numbers that stands nearest after a token. */
export function ageAhead(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from; at < Math.min(tokens.length, from + REACH); at++) {
    const years = statedAt(tokens, at)
    if (years !== undefined) return years
  }
  return undefined
}

/** The age in the rest of a clause: "mother of the fifty-year-old bridegroom". */
export function ageInClause(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from; tokens[at] && !tokens[at]!.isSign; at++) {
    const age = tokens[at]!.number ? ageAt(tokens, at, false) : undefined
    if (age) return age.years
  }
  return undefined
}

/** The age whose first number is at a token. */
function statedAt(tokens: readonly Token[], at: number): number | undefined {
  if (!tokens[at]!.number || tokens[at - 1]?.number) return undefined
  const age = ageAt(tokens, at, true)
  return age && age.years >= YOUNGEST ? age.years : undefined
}
