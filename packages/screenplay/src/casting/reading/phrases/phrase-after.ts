import { wordSet } from '../../../word-set.ts'
import { ageAt, ageBeforeVerb } from '../ages/age-at.ts'
import { stageOfPair } from '../ages/life-words.ts'
import { numberAt } from '../ages/number-at.ts'
import { LEVEL } from '../evidence.ts'
import { isEnd, lowerAt } from '../tokens.ts'
import { accentWithin } from './accents.ts'
import type { PhraseDraft } from './phrase.ts'

/** Most additions to one noun. */
const MOST = 5
const NAMING = wordSet(
  'named called christened nicknamed dubbed known namens nommé nommée appelé appelée llamado llamada genannt chiamato chiamata',
)
/** Words between "known" and the name. */
const WORDS_TO_NAME = 5
const SPOUSES = wordSet('wife husband spouse partner')
const MARRIED_AT = 24
const PARENTS = /(?:father|mother|dad|mum|mom|parent|mama|papa)$/
/** "A father of five" has five children. */
const CHILDREN_UNDER = 16

/**
 * Reads what follows the noun of a phrase: "of nine", "in her sixties", "about forty", "from Dublin", "called BREE".
 * Returns the index after it.
 */
export function readAfterNoun(draft: PhraseDraft, from: number, isName: (at: number) => boolean): number {
  const { phrase, tokens } = draft
  let at = from
  for (let count = 0; count < MOST; count++) {
    const lower = lowerAt(tokens, at)
    if (NAMING.has(lower)) {
      phrase.nameAt = nameAfter(at, isName)
      return phrase.nameAt ?? at
    }
    const end = endOfAddition(draft, at, lower)
    if (end === undefined) return at
    at = end
  }
  return at
}

function nameAfter(at: number, isName: (at: number) => boolean): number | undefined {
  for (let next = at + 1; next <= at + WORDS_TO_NAME; next++) if (isName(next)) return next
  return undefined
}

/** Returns the index after an addition, or undefined where the phrase ends before it. */
function endOfAddition(draft: PhraseDraft, at: number, lower: string): number | undefined {
  const { phrase, tokens } = draft
  switch (lower) {
    case 'of':
    case 'de':
      return readOf(draft, at)
    case '(':
      return readInBrackets(draft, at)
    case 'at':
      return readAt(draft, at)
    case 'whose': {
      const age = ageAt(tokens, at + 1, false)
      if (age) draft.noteStatedAge(age, at)
      return undefined
    }
  }
  const place = lower === 'from' ? tokens[at + 1]?.place : undefined
  if (place) {
    phrase.accent ??= place
    return at + 2
  }
  const age = ageAt(tokens, at, false)
  if (age) {
    draft.noteStatedAge(age, at)
    return age.end
  }
  if (lower === 'with' || lower === 'in') phrase.accent ??= accentWithin(tokens, at)
  return undefined
}

/** "His wife of forty years", "a father of five", "a girl of nine", "a man of middle age". */
function readOf(draft: PhraseDraft, at: number): number | undefined {
  const { head, tokens } = draft
  const span = SPOUSES.has(head) ? numberAt(tokens, at + 1) : undefined
  if (span && lowerAt(tokens, span.end) === 'years') {
    draft.noteAge(span.value + MARRIED_AT, LEVEL.hint)
    return span.end + 1
  }
  const age =
    ageAt(tokens, at + 1, true) ?? (draft.phrase.isPerson ? ageBeforeVerb(tokens, at + 1) : undefined)
  if (age) {
    if (age.years >= CHILDREN_UNDER || !PARENTS.test(head)) draft.noteStatedAge(age, at)
    return age.end
  }
  return readPair(draft, at + 1)
}

/** "A widow at twenty", but not "a father at nineteen". */
function readAt({ head, phrase, tokens }: PhraseDraft, at: number): number | undefined {
  const number = phrase.isPerson && !PARENTS.test(head) ? numberAt(tokens, at + 1) : undefined
  if (!number || number.value < CHILDREN_UNDER || !isEnd(tokens[number.end])) return undefined
  phrase.years = number.value
  phrase.level = LEVEL.said
  return number.end
}

/** "Of a certain age". */
function readPair(draft: PhraseDraft, at: number): number | undefined {
  for (const start of [at, at + 1]) {
    const pair = stageOfPair(lowerAt(draft.tokens, start), lowerAt(draft.tokens, start + 1))
    if (!pair) continue
    draft.noteAge(pair.years, LEVEL.stage)
    return start + 2
  }
  return undefined
}

/** "A boy (nine)". */
function readInBrackets(draft: PhraseDraft, at: number): number | undefined {
  const age = ageAt(draft.tokens, at + 1, true)
  if (!age || !draft.tokens[age.end]?.isSign) return undefined
  draft.noteAge(age.years, LEVEL.stated)
  return age.end + 1
}
