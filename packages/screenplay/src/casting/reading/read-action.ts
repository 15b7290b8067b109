import { ageAt, birthdayAt, numberAt } from './ages.ts'
import type { Gender } from '../cue-words.ts'
import { LEVEL, WEIGHT, type Quote } from './evidence.ts'
import { Introductions } from './introductions.ts'
import { accentBefore, isIndefinite, phraseAt, type Phrase } from './phrases.ts'
import { ageBefore } from './asides.ts'
import { Portraits, type Found } from './portraits.ts'
import { withPresented } from './presented.ts'
import { predicateAt } from './predicates.ts'
import { personsIn, type Reference } from './pronouns.ts'
import type { ReaderParts } from './read-speech.ts'
import { situationsIn } from './situations.ts'
import { splitWords, type Token } from './tokens.ts'
import { AFTER_OBJECT, BEFORE_DOING, DOING, SUBJECT_LANGUAGES, WAYS_OF_SPEAKING } from '../word-lists.ts'

/** Weight of a pronoun that refers to the last speaker or the previous paragraph. */
const CARRIED = 0.5
/** How often a character is named until the text no longer describes them. */
const KNOWN_AFTER = 8
/** Most persons whom "they" means. */
const MOST_TOGETHER = 4
/** Share of a pronoun's weight if it may refer to a stranger. */
const DOUBT = 0.5
const BARE = /^(?:could|can't|can’t|must|might|may|looks|seems|is|turns|turned|just)$/
const PICTURES = /^(?:photo|photograph|picture|portrait|snapshot|polaroid|painting|memory|dream)s?$/
const FIRST_WORDS =
  /^(?:behind|beside|before|around|above|below|beneath|under|over|near|opposite|across|past|next)$/

/** Reads action: who is named, what is said about them, and whom pronouns mean. */
export class ActionReader {
  readonly #parts: ReaderParts
  readonly #introductions: Introductions
  readonly #portraits: Portraits
  readonly #subjects: ReadonlySet<string>
  readonly #isEnglish: boolean
  #carried: readonly Reference[] = []
  #text = ''
  readonly #times = new Map<number, number>()
  #tokens: readonly Token[] = []
  #named: ReadonlyMap<number, Found> = new Map()
  readonly #isName = (at: number) => this.#named.has(at)
  #used = new Set<number>()
  readonly #canBe = ({ mention }: Found, { gender }: Phrase) =>
    !gender || !this.#parts.findings.isOther(mention.person, gender)

  constructor(parts: ReaderParts) {
    this.#parts = parts
    this.#subjects = new Set(SUBJECT_LANGUAGES[parts.language] ?? [])
    this.#isEnglish = parts.language === 'en'
    this.#portraits = new Portraits(parts.findings)
    this.#introductions = new Introductions(parts.names, parts.findings)
  }

  beginScene(): void {
    this.#carried = []
    this.#introductions.endCount()
  }

  /** The last speakers, to whom the next pronouns refer. */
  carry(speakers: readonly number[]): void {
    if (speakers.length > 0) this.#carried = speakers.map((person) => ({ person }))
  }

  read(text: string): void {
    const { pronouns, vocabulary } = this.#parts
    let tokens = vocabulary.split(text)
    let found = this.#namesIn(tokens)
    const presented = this.#isEnglish ? withPresented(text, tokens, found, this.#canBe) : text
    if (presented !== text) {
      tokens = vocabulary.split(presented)
      found = this.#namesIn(tokens)
    }
    this.#text = presented
    this.#tokens = tokens
    const named = new Map(found.map((one) => [one.at, one]))
    this.#named = named
    const isKnown = this.#areKnown(found) && !tokens.some(({ number }) => number)
    this.#used = this.#portraits.read(presented, tokens, isKnown ? [] : found)
    let here: Reference[] = []
    let before: readonly Reference[] = this.#carried
    /** References in earlier sentences of the paragraph. */
    const earlier: Reference[] = []
    /** Pronouns before the first name of the sentence. */
    let ahead: Gender[] = []
    let trust = CARRIED
    let isStart = true
    /** Whether the sentence mentions a stranger after the last name. */
    let isStrange = false
    const known = () => (here.length > 0 ? here : before)
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token.isSign) {
        isStart ||= token.isStop
        if (token.isStop) {
          ahead = []
          isStrange = false
        }
        if (!token.isStop || here.length === 0) continue
        if (trust === 1) earlier.push(...before)
        before = here
        trust = 1
        here = []
        continue
      }
      const isFirst = isStart
      isStart = false
      if (!isKnown && !isStrange && !named.has(at) && !this.#used.has(at))
        this.#readAlone(at, isFirst, here.length > 0 ? here : before, here.length > 0)
      const wasStrange = isStrange
      isStrange ||=
        token.plural !== undefined ||
        token.group ||
        this.#portraits.isStranger(at) ||
        this.#isUnknownName(at, isFirst)
      const one = named.get(at)
      if (!one && token.isCaps && !token.number) this.#introductions.meetOther(tokens, at)
      if (one) {
        const { person } = one.mention
        if (!tokens[one.end - 1]!.isPossessive) {
          this.#introductions.read(tokens, at, one.mention)
          for (const gender of here.length === 0 ? ahead : [])
            this.#parts.findings.add(person, gender, WEIGHT.possessive, gender === 'male' ? 'his' : 'her')
        }
        ahead = []
        isStrange = false
        here.push({ person })
        pronouns.present(person)
        at = one.end - 1
        continue
      }
      if (token.plural || token.group) this.#introductions.count(tokens, at, presented)
      if (token.noun) {
        if (!this.#used.has(at)) here.push({ gender: token.noun })
      } else if (WAYS_OF_SPEAKING.has(token.lower)) {
        const persons = personsIn(known())
        const accent = persons.length === 1 ? accentBefore(tokens, at) : undefined
        if (accent) this.#parts.findings.noteAccent(persons[0]!, accent)
      } else if ((token.isPronoun || isFirst) && !this.#used.has(at)) {
        if (token.subject) this.#readPredicate(at, [...here, ...before, ...earlier])
        else if (isPlural(token)) {
          this.#readAll(at, personsIn(here.length > 0 ? here : before))
          this.#readThey(at, isFirst, found)
        } else if (token.lower === 'his' || token.lower === 'her')
          this.#readOwnAge(at, [...here, ...before, ...earlier])
        const isObject =
          isFirst && FIRST_WORDS.test(token.lower) && /^(?:him|her)$/.test(tokens[at + 1]?.lower ?? '')
        const weight = this.#pronounWeight(token, at)
        const gender = token.subject ?? (token.lower.startsWith('hi') ? 'male' : 'female')
        if (isObject && before.length > 0 && this.#pronounWeight(tokens[at + 1]!, at + 1) === 0)
          pronouns.hear(before, earlier, {
            gender: tokens[at + 1]!.lower === 'him' ? 'male' : 'female',
            weight: WEIGHT.possessive * trust,
            word: tokens[at + 1]!.lower,
          })
        // "Bex picks a crumb out of her fringe": someone who is no character.
        const doubt = wasStrange && personsIn(here).length === 0 ? DOUBT : 1
        if (weight === 0 || tokens[at - 1]?.lower === 'than') continue
        // "His twin GIA": he is someone else.
        if (known().length === 0 && !wasStrange && !this.#portraits.isDescription(at)) ahead.push(gender)
        pronouns.hear(known(), [...before, ...earlier], {
          gender,
          isElsewhere: () => this.#isElsewhere(gender),
          weight: weight * doubt * (here.length > 0 ? 1 : trust),
          word: token.lower,
        })
      }
    }
    const last = known()
    if (!isKnown) this.#readSituations(found)
    this.#carried = personsIn(last).length === 1 ? last : []
    if (found.length > 0) this.#introductions.endCount()
  }

  /** A description without a name is about the last name, or about the only one of the sentence before. */
  #readAlone(at: number, isFirst: boolean, references: readonly Reference[], isSameSentence: boolean): void {
    const { ordinal } = this.#tokens[at]!
    const before = this.#tokens[at - 1]
    const isBirthday = ordinal !== undefined && this.#tokens[at + 1]?.lower === 'birthday'
    if (!isFirst && !before!.isSign && !isBirthday && !/^says?$/.test(before!.lower)) return
    const persons = personsIn(references)
    const person = isSameSentence || persons.length === 1 ? persons.at(-1) : undefined
    if (person === undefined) return
    if (isBirthday) return this.#readBirthday(at, person)
    const { lower, noun } = this.#tokens[at]!
    if (noun && (lower === 'male' || lower === 'female') && isEnd(this.#tokens[at + 1]))
      this.#parts.findings.add(person, noun, WEIGHT.apposition, lower)
    // "He became a father, at twenty-one."
    const past = lower === 'at' && before?.lower === ',' ? numberAt(this.#tokens, at + 1) : undefined
    if (past && past.value > 12 && isEnd(this.#tokens[past.end]))
      this.#noteAge(person, { years: past.value }, LEVEL.said, { text: this.#text, from: at, to: past.end })
    if (isFirst) {
      this.#readFragment(at, person)
      this.#readBare(at, person)
    }
    this.#readLooseAge(at, person, isFirst)
  }

  /** Whether the paragraph names someone of a gender who is no character. */
  #isElsewhere(gender: Gender): boolean {
    return this.#tokens.some(
      ({ isCaps, firstName }, at) => isCaps && firstName === gender && !this.#isName(at),
    )
  }

  /** "Bex, nineteen, …": a name that is no character's. */
  #isUnknownName(at: number, isFirst: boolean): boolean {
    const token = this.#tokens[at]!
    if (!token.isCapital || token.number || token.accent || token.honorific || this.#isName(at)) return false
    if (token.isCaps) return true
    if (isFirst) return token.firstName !== undefined || (token.isCaps && isEnd(this.#tokens[at + 1]))
    const before = this.#tokens[at - 1]
    return token.firstName !== undefined || (before?.lower === ',' && isEnd(this.#tokens[at + 1]))
  }

  #readBirthday(at: number, person: number): void {
    const isJoined = this.#tokens[at - 1]?.number?.kind === 'ten'
    const birthday = birthdayAt(this.#tokens, isJoined ? at - 1 : at)
    if (birthday && birthday.years > 2)
      this.#noteAge(person, birthday, LEVEL.said, { text: this.#text, from: at, to: birthday.end })
  }

  /** Whether all characters in a paragraph have been named often: their descriptions came before. */
  #areKnown(found: readonly Found[]): boolean {
    let isKnown = found.length > 0
    for (const { mention } of found) {
      const times = (this.#times.get(mention.person) ?? 0) + 1
      this.#times.set(mention.person, times)
      if (times < KNOWN_AFTER) isKnown = false
    }
    return isKnown
  }

  #namesIn(tokens: readonly Token[]): Found[] {
    const found: Found[] = []
    for (let at = 0; at < tokens.length; at++) {
      const mention = this.#parts.names.at(tokens, at)
      if (!mention) continue
      // In "Amy March", March does not mean AUNT MARCH.
      if (mention.isPart && found.at(-1)?.end === at) continue
      found.push({ at, end: at + mention.length, mention })
      at += mention.length - 1
    }
    return found
  }

  #noteAge(person: number | undefined, { years }: { years: number }, level: number, quote: Quote): void {
    if (person !== undefined) this.#parts.findings.noteAge({ person, cue: undefined }, years, level, quote)
  }

  #notePhrase(person: number, phrase: Phrase, from = phrase.from): void {
    const { findings } = this.#parts
    const { gender, nounAt, years, level, accent, to } = phrase
    const quote = { text: this.#text, from, to }
    if (gender) findings.add(person, gender, WEIGHT.apposition, this.#tokens[nounAt!]!.lower, quote)
    if (nounAt !== undefined) this.#used.add(nounAt)
    if (years !== undefined) this.#noteAge(person, { years }, level, quote)
    if (accent) findings.noteAccent(person, accent)
  }

  /** "They are both in their seventies." */
  #readAll(at: number, persons: readonly number[]): void {
    const predicate = predicateAt(this.#tokens, at + 1, this.#isName, /['’]re$/.test(this.#tokens[at]!.lower))
    const years = predicate?.years ?? predicate?.phrase?.years
    if (!predicate || years === undefined || persons.length > MOST_TOGETHER) return
    for (const person of persons)
      this.#noteAge(person, { years }, predicate.level, { text: this.#text, from: at, to: predicate.to })
  }

  /** "JUNO slides into a pew. They have not slept." */
  #readThey(at: number, isFirst: boolean, found: readonly Found[]): void {
    const [one] = found
    if (!isFirst || !one || one.at > at || found.some(({ mention }) => mention.person !== one.mention.person))
      return
    const isOfMany = ({ lower, plural, group, isPossessive }: Token, before: number) =>
      plural !== undefined ||
      group ||
      (before > one.at && lower === 'and') ||
      (/[^s]s$/.test(lower) && lower.length > 3 && !isPossessive && !this.#isVerbAt(before, one))
    if (!this.#tokens.slice(0, at).some(isOfMany)) this.#parts.findings.noteThey(one.mention.person)
  }

  /** "JUNO slides", "JUNO, in a coat, slides". */
  #isVerbAt(at: number, one: Found): boolean {
    const before = this.#tokens[at - 1]
    return at === one.end || (at >= one.at && at < one.end) || before?.lower === ',' || before?.lower === ')'
  }

  /** The person whom "he" or "she" most likely means. */
  #meant(gender: Gender | undefined, references: readonly Reference[]): number | undefined {
    for (const one of references) {
      if ('gender' in one) {
        if (one.gender === gender) return undefined
      } else if (gender === undefined || this.#parts.findings.canBe(one.person, gender)) return one.person
    }
    const persons = personsIn(references)
    return persons.length === 1 ? persons[0] : undefined
  }

  /** "She is thirty-six", "At thirty-three he …". */
  #readPredicate(at: number, references: readonly Reference[]): void {
    const tokens = this.#tokens
    const { subject, lower } = tokens[at]!
    // "Where she hid it when she was ten".
    if (
      /^(?:when|since|until|till|before|after|if|though|because|while|where)$/.test(
        tokens[at - 1]?.lower ?? '',
      )
    )
      return
    if (this.#isPictured(at)) return
    const shown = tokens[at + 1]?.lower === 'is' ? this.#named.get(at + 2) : undefined
    if (subject && shown) this.#parts.findings.add(shown.mention.person, subject, WEIGHT.apposition, lower)
    const predicate = predicateAt(tokens, at + 1, this.#isName, /['’]s$/.test(lower))
    const before = predicate ? undefined : ageBefore(tokens, at)
    if (!predicate && !before) return
    const person = this.#meant(subject, references)
    if (person === undefined) return
    if (before)
      return this.#noteAge(person, before.age, LEVEL.stated, { text: this.#text, from: before.from, to: at })
    const { years, level, phrase, to } = predicate!
    if (subject)
      this.#parts.findings.add(person, subject, WEIGHT.aside, lower, { text: this.#text, from: at, to })
    if (phrase) this.#notePhrase(person, phrase, at)
    else if (years !== undefined) this.#noteAge(person, { years }, level, { text: this.#text, from: at, to })
  }

  /** "In the photo she is ten." */
  #isPictured(at: number): boolean {
    for (let back = at - 1; back >= Math.max(0, at - 30) && !this.#tokens[back]!.isStop; back--)
      if (PICTURES.test(this.#tokens[back]!.lower)) return true
    return false
  }

  /** "Her seventieth birthday", "well into his eighties", "his three score and ten". */
  #readOwnAge(at: number, references: readonly Reference[]): void {
    const tokens = this.#tokens
    const { lower } = tokens[at]!
    const next = tokens[at + 1]
    const isBirthday = next?.ordinal !== undefined || next?.number?.kind === 'ten'
    const birthday = isBirthday ? birthdayAt(tokens, at + 1) : undefined
    const isMeant =
      birthday &&
      (tokens[birthday.end - 1]!.lower === 'birthday' ||
        (birthday.years > 15 && /^(?:celebrat\w+|had|has|turned|reached)$/.test(tokens[at - 1]?.lower ?? '')))
    const isSpan =
      next?.number &&
      /^(?:years|summers|winters)$/.test(tokens[numberAt(tokens, at + 1)?.end ?? at]?.lower ?? '')
    if (isSpan) return this.#readSpan(at, references)
    const age = isMeant
      ? birthday
      : next?.number
        ? ageAt(tokens, at + 1, next.number.kind !== 'unit' || tokens[at + 2]?.lower === 'score')
        : undefined
    if (!age || age.years <= 0 || (age === birthday && birthday.years < 3)) return
    const person = this.#meant(lower === 'his' ? 'male' : 'female', references)
    this.#noteAge(person, age, LEVEL.said, { text: this.#text, from: at, to: age.end })
  }

  /** "For all her sixty years", but not "his thirty years in the force". */
  #readSpan(at: number, references: readonly Reference[]): void {
    const tokens = this.#tokens
    const number = numberAt(tokens, at + 1)
    if (!number || number.value < 13 || !isEnd(tokens[number.end + 1])) return
    const person = this.#meant(tokens[at]!.lower === 'his' ? 'male' : 'female', references)
    this.#noteAge(person, { years: number.value }, LEVEL.said, {
      text: this.#text,
      from: at,
      to: number.end + 1,
    })
  }

  /** An age on its own after a sign: "Late forties, tired eyes.", "Bow tie, fifty-seven years of age." */
  #readLooseAge(at: number, person: number, isSentence: boolean): void {
    const tokens = this.#tokens
    const age = ageAt(tokens, at, true)
    if (!age || this.#isName(age.end + 1) || this.#isName(age.end)) return
    // "He counts: three, four" states no age; "Nine years old." does.
    const isPlain = tokens[at]!.number !== undefined && age.end - at === 1
    if ((isPlain && age.years < (isSentence ? 4 : 13)) || tokens[age.end + 1]?.number) return
    this.#noteAge(person, age, isSentence ? LEVEL.stated : LEVEL.said, {
      text: this.#text,
      from: at,
      to: age.end,
    })
    for (let word = at; word < age.end; word++) this.#used.add(word)
  }

  /** "Could be thirty.", "Looks about fifty." */
  #readBare(at: number, person: number): void {
    if (!BARE.test(this.#tokens[at]!.lower)) return
    const predicate = predicateAt(this.#tokens, at, this.#isName)
    if (predicate?.years === undefined) return
    const quote = { text: this.#text, from: at, to: predicate.to }
    this.#noteAge(person, { years: predicate.years }, predicate.level, quote)
  }

  /** A description that is a sentence: "A girl of nine." */
  #readFragment(at: number, person: number): void {
    const tokens = this.#tokens
    const phrase = phraseAt(tokens, at, this.#isName)
    if (!phrase || phrase.nameAt !== undefined || !isIndefinite(phrase) || this.#isName(phrase.to)) return
    const next = tokens[phrase.to]
    const isWhole = isEnd(next) || /^(?:who|with|whose|in|of|from|and)$/.test(next!.lower)
    if (!isWhole || this.#isName(phrase.to + 1) || (!phrase.isPerson && phrase.years === undefined)) return
    if (this.#used.has(phrase.nounAt ?? -1)) return
    if (phrase.gender && !this.#parts.findings.canBe(person, phrase.gender)) return
    this.#notePhrase(person, phrase)
  }

  /** "Collects her pension" says something about the name before it, or the only one. */
  #readSituations(found: readonly Found[]): void {
    if (!this.#isEnglish) return
    const words = this.#tokens.flatMap(({ lower, isSituation }) => (isSituation ? [lower] : []))
    if (words.length === 0) return
    const situations = situationsIn(this.#text, words)
    if (situations.length === 0) return
    const places = splitWords(this.#text)
    for (const { years, start, end, isStated } of situations) {
      const from = places.findIndex((place) => place.end > start)
      const to = places.findIndex((place) => place.end >= end) + 1
      const one = found.findLast(({ at }) => at <= from) ?? (found.length > 0 ? found[0] : undefined)
      const carried = personsIn(this.#carried)
      const person = one?.mention.person ?? (carried.length === 1 ? carried[0] : undefined)
      if (person === undefined || from < 0) continue
      if (this.#isStrangerIn(one?.end ?? 0, from)) continue
      this.#parts.findings.noteAge(
        one?.mention ?? { person, cue: undefined },
        years,
        isStated ? LEVEL.said : LEVEL.hint,
        { text: this.#text, from, to: Math.max(to, from + 1) },
      )
    }
  }

  #isStrangerIn(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.#portraits.isStranger(at)) return true
    return false
  }

  /** The weight of a pronoun; an object ("sees him") refers to someone other than the named character. */
  #pronounWeight({ lower: word, subject }: Token, at: number): number {
    const tokens = this.#tokens
    if (subject && this.#subjects.has(word.replace(/['’].*$/, ''))) return WEIGHT.subject
    if (!this.#isEnglish) return 0
    if (word === 'himself' || word === 'herself') return WEIGHT.subject
    if (word === 'his') return WEIGHT.possessive
    const next = tokens[at + 1]
    if (word !== 'her' || !next || next.isSign || AFTER_OBJECT.has(next.lower)) return 0
    const isObject = BEFORE_DOING.has(tokens[at - 1]?.lower ?? '') && DOING.has(next.lower)
    return isObject ? 0 : WEIGHT.possessive
  }
}

const isPlural = ({ lower }: Token) => /^they(?:['’]re)?$/.test(lower)
const isEnd = (token: Token | undefined) => !token || token.isSign
