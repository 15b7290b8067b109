import data from '../../../../data/events.json' with { type: 'json' }
import { wordSet } from '../../../word-set.ts'
import { lowerAt, type Token } from '../tokens.ts'
import { numberAt } from './number-at.ts'

/** An age that follows from two years: "b. 1961" in 2014, "waded ashore at Omaha" in 1994. */
type DatedAge = { years: number; from: number; to: number; isSure: boolean }

const YEAR = /^(?:1[0-9]|20)\d\d$/
const BIRTHS = wordSet('born b birth conceived licence license passport')
/** Words between "born" and the year or event. */
const BIRTH_REACH = 13
/** Age of those who fought in a war. */
const SOLDIER = 20
const SCHOOL_LEAVER = 18
/** Words between "at twenty" and the year. */
const START_REACH = 6
const FOUGHT = wordSet('fought served landed enlisted drafted')
const OLDEST = 110
const byWord = (table: Record<string, string>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(table).flatMap(([year, words]) =>
      words.split(' ').map((word) => [word, Number(year)] as const),
    ),
  )
const WARS = byWord(data.wars)
/** Known by everyone, so that people say that they were born on that day. */
const EVENTS = byWord(data.events)

/** The year that a word states: 1961 for "1961". */
export const yearOf = (word: string): number | undefined => (YEAR.test(word) ? Number(word) : undefined)

/** The latest year that a text states. */
export function yearIn(tokens: readonly Token[]): number | undefined {
  let latest: number | undefined
  for (const token of tokens) {
    const { year } = token
    if (year !== undefined && (latest === undefined || year > latest)) latest = year
  }
  return latest
}

/** `present` is the year in which the scene plays. */
export function datedAgeIn(tokens: readonly Token[], present: number): DatedAge | undefined {
  for (let at = 0; at < tokens.length; at++) {
    if (isOfCentury(tokens, at)) return { years: present % 100, from: at - 3, to: at + 1, isSure: true }
    const stated = tokens[at]!.year
    const year = stated ?? WARS.get(lowerAt(tokens, at)) ?? EVENTS.get(lowerAt(tokens, at))
    if (year === undefined || year >= present) continue
    const born = birthBefore(tokens, at)
    const then = born === undefined ? ageThen(tokens, at) : { years: 0, from: born }
    const isWar = stated === undefined && !EVENTS.has(lowerAt(tokens, at))
    if (!then && !isWar) continue
    const years = present - year + (then?.years ?? SOLDIER)
    if (years <= OLDEST) return { years, from: then?.from ?? at, to: at + 1, isSure: then !== undefined }
  }
  return undefined
}

/** "The same age as the century", "born with the century". */
const isOfCentury = (tokens: readonly Token[], at: number): boolean =>
  lowerAt(tokens, at) === 'century' &&
  lowerAt(tokens, at - 1) === 'the' &&
  (lowerAt(tokens, at - 2) === 'as' || lowerAt(tokens, at - 3) === 'born')

/** "Class of 2008", "hired at twenty, in 1961". */
function ageThen(tokens: readonly Token[], at: number): { years: number; from: number } | undefined {
  if (lowerAt(tokens, at - 1) === 'of' && lowerAt(tokens, at - 2) === 'class')
    return { years: SCHOOL_LEAVER, from: at - 2 }
  for (let from = at - 2; from >= Math.max(0, at - START_REACH); from--) {
    if (FOUGHT.has(lowerAt(tokens, from))) return { years: SOLDIER, from }
    const number = lowerAt(tokens, from) === 'at' ? numberAt(tokens, from + 1) : undefined
    if (number && number.end < at) return { years: number.value, from }
  }
  return undefined
}

function birthBefore(tokens: readonly Token[], at: number): number | undefined {
  for (let from = at - 1; from >= Math.max(0, at - BIRTH_REACH); from--)
    if (BIRTHS.has(tokens[from]!.lower)) return from
  return undefined
}
