import { wordSet } from '../../word-set.ts'
import { ageAt, numberAt, type AgeInText } from './ages.ts'
import { ageBefore, old, origin } from './asides.ts'
import type { Gender } from '../cue-words.ts'
import { LEVEL, WEIGHT, type Findings } from './evidence.ts'
import { POSSESSIVES } from './life-words.ts'
import type { Mention } from './mentions.ts'
import { isIndefinite, ownerIn, phraseAt, type Phrase } from './phrases.ts'
import { relativeAgeAt } from './relative-ages.ts'
import { predicateAt, type Predicate } from './predicates.ts'
import type { Token } from './tokens.ts'

export type Found = { at: number; end: number; mention: Mention }

const SEGMENTS = 8
const LONGEST_GAP = 14
const OPENS = wordSet(', ( : — – --')
/** After a description and before the name that it belongs to. */
const BRIDGES = wordSet(
  'in with at on from of for wearing carrying holding by who whose under behind inside beside near',
)
const IS = wordSet("is was are were isn't looks seems appears turns turned who's")
const PRESENTING = wordSet("this is meet it's it enter here's introducing comes")
const ADVERBS = wordSet(
  'now still clearly currently also always every obviously evidently plainly very only recently newly formerly once',
)
const PAST = wordSet('once formerly previously')
const TOGETHER = wordSet('both each all neither none')
const LINKS = wordSet(', and & with')
const MARKS: Readonly<Record<string, 'female' | 'male' | 'other'>> = {
  she: 'female',
  her: 'female',
  hers: 'female',
  f: 'female',
  female: 'female',
  woman: 'female',
  girl: 'female',
  he: 'male',
  him: 'male',
  his: 'male',
  m: 'male',
  male: 'male',
  man: 'male',
  boy: 'male',
  they: 'other',
  nonbinary: 'other',
  agender: 'other',
  them: 'other',
  theirs: 'other',
}

const lowerAt = (tokens: readonly Token[], at: number) => tokens[at]?.lower ?? ''
/** "Hauls", "is": the description of a character ends here. */
const isVerb = ({ lower, isPossessive }: Token) =>
  /^(?:has|had|can|can't|will|won't|does|doesn't|is|was|are|were|would|could|must)$/.test(lower) ||
  (/[^s'’i]s$/.test(lower) && !isPossessive && lower.length > 3)

/** Finds the descriptions of named characters in a paragraph: their gender, age and accent. */
export class Portraits {
  readonly #findings: Findings
  #text = ''
  #tokens: readonly Token[] = []
  #found: readonly Found[] = []
  #startsName: ReadonlyMap<number, Found> = new Map()
  #phrases: Phrase[] = []
  #startsPhrase: ReadonlyMap<number, Phrase> = new Map()
  /** Indices of nouns and possessives that have been assigned to a name. */
  #used = new Set<number>()
  /** Where the descriptions of named characters start. */
  #told = new Set<number>()
  readonly #isName = (at: number) => this.#startsName.has(at)

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** Reads a paragraph with names; returns the indices of words that describe named characters. */
  read(text: string, tokens: readonly Token[], found: readonly Found[]): Set<number> {
    this.#text = text
    this.#tokens = tokens
    this.#found = found
    this.#startsName = new Map(found.map((one) => [one.at, one]))
    this.#used = new Set()
    this.#told = new Set()
    this.#phrases = found.length > 0 ? this.#findPhrases() : []
    this.#startsPhrase = new Map(this.#phrases.map((phrase) => [phrase.from, phrase]))
    for (const [rank, one] of found.entries()) {
      if (tokens[one.end - 1]!.isPossessive) continue
      const told = this.#readBefore(one, found[rank - 1])
      const age = ageBefore(tokens, one.at)
      if (age) this.#noteAge(one, age.age, age.from)
      else if (!told) this.#readOpening(one, found[rank - 1])
      // "A woman (ADA), a man (BO)": the next noun belongs to someone else.
      if (told && lowerAt(tokens, one.at - 1) === '(') continue
      this.#readAfter(one, rank, told !== undefined)
    }
    return this.#used
  }

  /** Whether a token starts a description of a named character. */
  isDescription(at: number): boolean {
    return this.#told.has(at)
  }

  /** Whether a token starts a description of a person whom the text does not name. */
  isStranger(at: number): boolean {
    const phrase = this.#startsPhrase.get(at)
    return (
      phrase !== undefined &&
      phrase.isPerson &&
      phrase.nameAt === undefined &&
      lowerAt(this.#tokens, at - 1) !== 'like' &&
      !this.#used.has(phrase.nounAt ?? -1) &&
      !this.#told.has(at)
    )
  }

  /** "Forty-one, recently insured, ODETTE gargles milk." */
  #readOpening(one: Found, previous: Found | undefined): void {
    const tokens = this.#tokens
    if (!OPENS.has(lowerAt(tokens, one.at - 1))) return
    let start = one.at
    while (start > 0 && !tokens[start - 1]!.isStop) start--
    if (previous && previous.end > start) return
    for (let from = start; from < one.at; from++) {
      // "On the end of it, early thirties, frost in her eyebrows: INGRID".
      const isOpen = from === start || (lowerAt(tokens, from - 1) === ',' && from - 1 > start)
      const age = isOpen ? ageAt(tokens, from, true) : undefined
      const next = tokens[age?.end ?? 0]!
      const isWhole = next.isSign || (from === start && /^(?:but|and|yet)$/.test(next.lower))
      if (!age || age.end >= one.at || !isWhole || age.years < 4) continue
      return this.#noteAge(one, age, from)
    }
  }

  #findPhrases(): Phrase[] {
    const phrases: Phrase[] = []
    for (let at = 0; at < this.#tokens.length; at++) {
      const token = this.#tokens[at]!
      if (!token.startsPhrase) continue
      const name = this.#startsName.get(at)
      if (name && !this.#tokens[name.end - 1]!.isPossessive) {
        at = name.end - 1
        continue
      }
      const phrase = phraseAt(this.#tokens, name ? name.end - 1 : at, this.#isName)
      if (
        !phrase ||
        !(phrase.isPerson || phrase.years !== undefined || phrase.accent || this.#isName(phrase.to))
      )
        continue
      phrases.push(phrase)
      at = Math.max(at, phrase.to - 1)
    }
    return phrases
  }

  #assign({ mention, at, end }: Found, phrase: Phrase, weight: number): void {
    const { person } = mention
    const { gender, nounAt, years, level, accent, from, to } = phrase
    this.#readRelative({ mention, at, end }, to)
    const quote = { text: this.#text, from, to: to === at ? end : to, name: at }
    if (gender) this.#findings.add(person, gender, weight, lowerAt(this.#tokens, nounAt!), quote)
    if (nounAt !== undefined) this.#used.add(nounAt)
    this.#told.add(from)
    if (years !== undefined) this.#findings.noteAge(mention, years, level, quote)
    else if (phrase.isTwin) this.#findings.noteRelative(mention, quote)
    if (accent) this.#findings.noteAccent(person, accent)
  }

  #readRelative({ mention, at }: Found, from: number): void {
    const relative = relativeAgeAt(this.#tokens, from)
    if (!relative) return
    const quote = { text: this.#text, from, to: relative.end, name: at }
    this.#findings.noteRelative(mention, quote, relative.of)
  }

  #noteAge(
    { mention, at }: Found,
    { years, end }: AgeInText,
    from: number,
    level: number = LEVEL.stated,
  ): void {
    const quote = { text: this.#text, from, to: end, name: at }
    this.#findings.noteAge(mention, years, level, quote)
    const owner = ownerIn(this.#tokens, from, end)
    if (owner)
      this.#findings.add(mention.person, owner.gender, WEIGHT.aside, lowerAt(this.#tokens, owner.at), quote)
    for (let word = from; word < end; word++) this.#used.add(word)
  }

  /** "A retired headmistress, MARGARET", "their son FELIX", "a toddler known to everybody as BOO". */
  #readBefore(one: Found, previous: Found | undefined): Phrase | undefined {
    const phrase = this.#phraseBefore(one, previous)
    if (!phrase) return undefined
    this.#assign(one, phrase, WEIGHT.apposition)
    // "Her niece, a student named SOL".
    const earlier = this.#phrases.find(
      ({ to }) => to === phrase.from - 1 && lowerAt(this.#tokens, to) === ',',
    )
    if (earlier?.isRelative && earlier.isPerson && !this.#used.has(earlier.nounAt ?? -1))
      this.#assign(one, earlier, WEIGHT.apposition)
    return phrase
  }

  #phraseBefore(one: Found, previous: Found | undefined): Phrase | undefined {
    const { at, end } = one
    const tokens = this.#tokens
    const nearest = this.#phrases.findLast((phrase) => phrase.to <= at)
    if (!nearest) return undefined
    if (nearest.nameAt === at || nearest.to === at) return nearest
    if (this.#used.has(nearest.nounAt ?? -1) || nearest.nameAt !== undefined) return undefined
    const least = previous ? previous.end : 0
    const isClosed = tokens[end] === undefined || tokens[end].isSign
    for (const phrase of this.#phrases.toReversed()) {
      if (phrase.to > at || phrase.from < at - LONGEST_GAP - 12) continue
      if (phrase.from < least || !phrase.isPerson || this.#used.has(phrase.nounAt ?? -1)) return undefined
      const gap = tokens.slice(phrase.to, at)
      const stop = gap.findIndex(({ isStop }) => isStop)
      if (stop >= 0) return this.#isPresented(gap.slice(stop + 1), one, phrase) ? phrase : undefined
      const last = gap.at(-1)
      if (!last || !OPENS.has(last.lower)) return undefined
      const starts = phrase.from === 0 || tokens[phrase.from - 1]!.isSign
      const [first] = gap
      const isBridged =
        gap.length === 1 || first!.isSign || BRIDGES.has(first!.lower) || /(?:ing|ed)$/.test(first!.lower)
      if (gap.length > LONGEST_GAP) return undefined
      if (last.lower !== ',' && last.lower !== '(' && isClosed) return phrase
      if (isBridged && (isClosed || (starts && isIndefinite(phrase)))) return phrase
      // "A kid in a hoodie, TREY": looks for the noun before "a hoodie".
      if (!/^(?:in|of|with|on|at|by)$/.test(lowerAt(tokens, phrase.from - 1))) return undefined
    }
    return undefined
  }

  /** "An old man sits by the fire. This is HOBBS." */
  #isPresented(words: readonly Token[], { end }: Found, phrase: Phrase): boolean {
    const isClosed = this.#tokens[end] === undefined || this.#tokens[end].isSign
    if (words.length === 0 && this.#tokens[end] && !this.#tokens[end]!.isStop) return false
    if (!isIndefinite(phrase) || !isClosed || words.some(({ isStop }) => isStop)) return false
    return words.every(({ lower }) => PRESENTING.has(lower))
  }

  #readAfter(one: Found, rank: number, isTold: boolean): void {
    const tokens = this.#tokens
    let at = one.end
    // A surname that is in no cue.
    while (
      at < one.end + 2 &&
      tokens[at]?.isCapital &&
      !tokens[at]!.isSign &&
      !this.#isName(at) &&
      !tokens[at]!.isPossessive
    )
      at++
    if (lowerAt(tokens, at) === '(') at = this.#readBrackets(one, rank, at + 1)
    // "LUDO and MARTA, both nine", where only LUDO is a character.
    const second = /^(?:and|&)$/.test(lowerAt(tokens, at)) ? tokens[at + 1] : undefined
    if (second?.isCapital && !this.#isName(at + 1) && OPENS.has(lowerAt(tokens, at + 2)))
      return this.#readShared(one, at + 3)
    for (let count = 0; count < SEGMENTS; count++) {
      const token = tokens[at]
      if (!token || token.isStop || this.#isName(at)) return
      if (OPENS.has(token.lower) || token.lower === ')') {
        const next = this.#readSegment(one, rank, at + 1, isTold)
        if (next === undefined) return
        at = next
        continue
      }
      const predicate = count === 0 || IS.has(token.lower) ? predicateAt(tokens, at, this.#isName) : undefined
      if (predicate) {
        this.describe(one, predicate)
        if (/^(?:are|were)$/.test(token.lower))
          for (const other of this.#listed(rank)) this.describe(other, predicate)
      } else if (/^(?:in|of|aged|about|around)$/.test(token.lower)) {
        const age = token.lower === 'of' ? ageAt(tokens, at + 1, true) : ageAt(tokens, at, false)
        if (age) this.#noteAge(one, age, at)
      }
      return
    }
  }

  /** An age of two persons: "both nine", "a couple in their seventies". */
  #readShared(one: Found, from: number): void {
    const tokens = this.#tokens
    const age = ageAt(tokens, from, true)
    const end = this.#signAfter(from, false)
    const inner = end === undefined ? undefined : this.#ageWithin(from, end)
    if (
      age &&
      (TOGETHER.has(lowerAt(tokens, from)) ||
        tokens.slice(from, age.end).some(({ lower }) => lower === 'their'))
    )
      this.#noteAge(one, age, from)
    else if (inner?.isShared) this.#noteAge(one, inner.age, inner.from)
  }

  /** Returns the index of the sign after the segment, or undefined where the description ends. */
  #readSegment(one: Found, rank: number, from: number, isTold: boolean): number | undefined {
    const tokens = this.#tokens
    const first = tokens[from]
    if (!first) return undefined
    if (first.isSign) return from
    if (this.#isName(from) && !tokens[this.#startsName.get(from)!.end - 1]!.isPossessive) return undefined
    // "The kind of man who".
    if (/^(?:kind|sort|type)$/.test(lowerAt(tokens, from + 1)) && lowerAt(tokens, from + 2) === 'of')
      return this.#readSegment(one, rank, from + 3, isTold)
    const isShared = TOGETHER.has(first.lower)
    const relative = relativeAgeAt(tokens, from)
    if (relative) {
      this.#readRelative(one, from)
      return this.#signAfter(relative.end, false)
    }
    const age = ageAt(tokens, from, true)
    if (age) {
      this.#noteAge(one, age, from)
      if (isShared) for (const other of this.#listed(rank)) this.#noteAge(other, age, from)
      return this.#signAfter(age.end, false)
    }
    // "Who at nine-and-thirty has outlived three tenors".
    const past =
      first.lower === 'at'
        ? from
        : first.lower === 'who' && lowerAt(tokens, from + 1) === 'at'
          ? from + 1
          : -1
    const number = past >= 0 ? numberAt(tokens, past + 1) : undefined
    if (number && number.value > 12 && (past > from || tokens[number.end]?.isSign)) {
      this.#noteAge(one, { years: number.value, end: number.end }, past)
      return this.#signAfter(number.end, false)
    }
    const predicate = /^(?:who|who's|is|was)$/.test(first.lower)
      ? predicateAt(tokens, from, this.#isName)
      : undefined
    if (predicate) {
      this.describe(one, predicate)
      return first.lower === 'who' ? this.#signAfter(predicate.to, false) : undefined
    }
    const start = ADVERBS.has(first.lower) && !tokens[from + 1]?.isSign ? from + 1 : from
    const phrase = PAST.has(first.lower) ? undefined : this.#phraseFrom(start)
    if (phrase) {
      const isOfNext =
        phrase.nameAt !== undefined ||
        (isTold && this.#isName(phrase.to + 1) && OPENS.has(lowerAt(tokens, phrase.to)))
      if (isOfNext || this.#isName(phrase.to)) return undefined
      if (phrase.isPerson || phrase.years !== undefined || phrase.accent) {
        this.#assign(one, phrase, WEIGHT.apposition)
        if (POSSESSIVES.has(lowerAt(tokens, start))) this.#used.add(start)
        if (POSSESSIVES.has(first.lower) && tokens[from + 1]?.isPossessive) this.#noteOwner(one, from)
        const end = this.#signAfter(phrase.to, false)
        const told =
          lowerAt(tokens, phrase.to) === 'who' ? predicateAt(tokens, phrase.to, this.#isName) : undefined
        if (told?.years !== undefined && phrase.level < LEVEL.stated) this.describe(one, told)
        const inner =
          phrase.years === undefined && end !== undefined ? this.#ageWithin(phrase.to, end) : undefined
        if (inner) this.#noteAge(one, inner.age, inner.from)
        return end
      }
    }
    const more = old(tokens, from) ?? origin(tokens, from)
    if (more) {
      if ('years' in more) this.#noteAge(one, more, from, LEVEL.stage)
      else this.#findings.noteAccent(one.mention.person, more.accent)
      return this.#signAfter(from, false)
    }
    // "Once a child star, is now forty-four".
    if (PAST.has(first.lower)) return this.#signAfter(from, false)
    if (isVerb(first)) return undefined
    const end = this.#signAfter(from, true)
    const inner = this.#ageWithin(from, end ?? from)
    if (inner) {
      this.#noteAge(one, inner.age, inner.from)
      if (inner.isShared) for (const other of this.#listed(rank)) this.#noteAge(other, inner.age, inner.from)
      return end
    }
    const by =
      end === undefined
        ? -1
        : tokens.findLastIndex(({ lower }, at) => at > from && at < end && (lower === 'by' || lower === 'at'))
    const earlier = by > 0 ? ageAt(tokens, by + 1, true) : undefined
    if (earlier && earlier.end === end && earlier.years > 12) this.#noteAge(one, earlier, by, LEVEL.said)
    return end
  }

  /** "Childhood sweethearts now in their seventies", "twice divorced and forty if a day". */
  #ageWithin(from: number, to: number): { age: AgeInText; from: number; isShared: boolean } | undefined {
    const tokens = this.#tokens
    for (let at = from; at < to; at++) {
      const { lower } = tokens[at]!
      const age = /^(?:in|into)$/.test(lower) ? ageAt(tokens, at, false) : undefined
      if (age)
        return { age, from: at, isShared: tokens.slice(at, age.end).some((token) => token.lower === 'their') }
      const next = /^(?:and|but)$/.test(lower) && lowerAt(tokens, at + 1) === 'is' ? at + 2 : at + 1
      const added = /^(?:and|but)$/.test(lower) ? ageAt(tokens, next, true) : undefined
      const isLong = added && (added.years > 12 || added.end > next + 1)
      if (added && isLong && (tokens[added.end]?.isSign || /^(?:if|or|at)$/.test(lowerAt(tokens, added.end))))
        return { age: added, from: next, isShared: false }
    }
    return undefined
  }

  /** "Her father's only child": she is the child. */
  #noteOwner({ mention, at }: Found, from: number): void {
    const owner = ownerIn(this.#tokens, from, from + 1)
    const quote = { text: this.#text, from, to: from + 3, name: at }
    if (owner)
      this.#findings.add(mention.person, owner.gender, WEIGHT.aside, lowerAt(this.#tokens, from), quote)
  }

  /** Returns the next sign; undefined if another person comes before it and `isStrict`. */
  #signAfter(from: number, isStrict: boolean): number | undefined {
    for (let at = from; at < this.#tokens.length; at++) {
      if (this.#tokens[at]!.isSign) return at
      if (this.#isName(at)) return undefined
      if (isStrict && this.#startsPhrase.get(at)?.isPerson) return undefined
    }
    return undefined
  }

  #phraseFrom(from: number): Phrase | undefined {
    return this.#startsPhrase.get(from) ?? phraseAt(this.#tokens, from, this.#isName)
  }

  /** The names that are listed before: SAM in "SAM and LEE, both nine". */
  #listed(rank: number): Found[] {
    const listed: Found[] = []
    for (let at = rank - 1; at >= 0; at--) {
      const between = this.#tokens.slice(this.#found[at]!.end, this.#found[at + 1]!.at)
      if (between.length > 2 || !between.every(({ lower }) => LINKS.has(lower))) break
      listed.push(this.#found[at]!)
    }
    return listed
  }

  /** "(40s, she/her)", "(M, 40s)", "(Lily's grandmother)". Returns the index after the brackets. */
  #readBrackets(one: Found, rank: number, from: number): number {
    const tokens = this.#tokens
    let isStart = true
    let isAged = false
    let at = from
    this.#readRelative(one, from)
    const mark = new Set<'female' | 'male' | 'other'>()
    for (; at < from + 24 && tokens[at] && tokens[at]!.lower !== ')'; at++) {
      const { lower, isSign } = tokens[at]!
      const own = Object.hasOwn(MARKS, lower) ? MARKS[lower] : undefined
      const age: AgeInText | undefined =
        (isStart || own === undefined) && !isAged
          ? ageAt(tokens, at, isStart || tokens[at]!.number !== undefined)
          : undefined
      if (age) {
        this.#noteAge(one, age, at)
        if (TOGETHER.has(lower)) for (const other of this.#listed(rank)) this.#noteAge(other, age, at)
        isAged = true
        at = age.end - 1
      } else if (own && (isStart || mark.size > 0)) mark.add(own)
      else if (isStart && !isSign) {
        const phrase = this.#phraseFrom(at)
        if (phrase) {
          this.#assign(one, phrase, WEIGHT.apposition)
          if (POSSESSIVES.has(lower)) this.#used.add(at)
          at = phrase.to - 1
        }
      }
      isStart = isSign || own !== undefined || age !== undefined
      if (tokens[at + 1]?.lower === ')' || !tokens[at + 1]) continue
    }
    for (let word = from; word < at; word++) this.#used.add(word)
    if (mark.size > 1) mark.delete('other')
    const [gender] = mark
    if (mark.size === 1 && gender === 'other') this.#findings.noteNeither(one.mention.person)
    else if (mark.size === 1)
      this.#findings.add(one.mention.person, gender as Gender, WEIGHT.stated, gender!, {
        text: this.#text,
        from: one.at,
        to: at + 1,
        name: one.at,
      })
    return at + 1
  }

  describe(one: Found, { years, level, phrase, from, to }: Predicate): void {
    if (phrase) this.#assign(one, phrase, WEIGHT.apposition)
    else if (years !== undefined)
      this.#findings.noteAge(one.mention, years, level, { text: this.#text, from, to, name: one.at })
  }
}
