import type { Line } from '@andscene/contracts/script'
import type { CueGender, Gender } from './cue-words.ts'
import { Findings, LEVEL, WEIGHT } from './evidence.ts'
import { Introductions } from './introductions.ts'
import type { NameIndex } from './mentions.ts'
import { accentBefore } from './phrases.ts'
import { Portraits, type Found } from './portraits.ts'
import { predicateAt } from './predicates.ts'
import { personsIn, Pronouns, type Reference } from './pronouns.ts'
import { isIndefinite, phraseAt } from './phrases.ts'
import { ageAt } from './ages.ts'
import { Vocabulary, type Token } from './tokens.ts'
import { AFTER_OBJECT, BEFORE_DOING, DOING, HONORIFICS, SUBJECT_LANGUAGES, SUBJECTS } from './word-lists.ts'

export type TextLine = Pick<Line, 'type' | 'text' | 'character'>

/** Weight of a pronoun that refers to the last speaker or the previous paragraph. */
const CARRIED = 0.5
const WAYS_OF_SPEAKING = new Set(['accent', 'brogue', 'lilt', 'drawl', 'burr', 'twang'])
/** In dialogue: "Mr. Bloom", or "Yes, sir" to the previous speaker. */
const ADDRESS =
  /\b(Mr|Mister|Mrs|Ms|Miss|Uncle|Aunt|Auntie|Sir|Lady|Lord|Madame|Señor|Señora|Monsieur|Herr|Frau)\b\.?\s+([A-ZÀ-Þ][^\s.,;:!?()"“”]+)|\b(sir|ma['’]am|madam)\b/g

export class TextReader {
  readonly findings: Findings
  readonly #introductions: Introductions
  readonly #vocabulary: Vocabulary
  readonly #names: NameIndex
  readonly #cues: ReadonlyMap<string, number>
  readonly #subjects: ReadonlySet<string>
  readonly #isEnglish: boolean
  readonly #pronouns: Pronouns
  readonly #portraits: Portraits
  /** The last two speakers in this scene, the latest first. */
  #speakers: number[] = []
  #carried: readonly Reference[] = []
  /** Characters who have already spoken. */
  readonly #heard = new Set<number>()

  constructor(
    names: NameIndex,
    cues: ReadonlyMap<string, number>,
    genders: readonly (CueGender | undefined)[],
    language = 'en',
  ) {
    this.#names = names
    this.#cues = cues
    this.#vocabulary = new Vocabulary(language)
    this.#subjects = new Set(SUBJECT_LANGUAGES[language] ?? [])
    this.#isEnglish = language === 'en'
    this.findings = new Findings(names, genders)
    this.#pronouns = new Pronouns(this.findings)
    this.#portraits = new Portraits(this.findings)
    this.#introductions = new Introductions(names, this.findings)
  }

  read(line: TextLine): void {
    switch (line.type) {
      case 'Action':
        return this.#readAction(line.text)
      case 'Dialogue':
        return this.#readSpeech(line)
      case 'Parenthetical':
        return this.#readAside(line)
      case 'Scene Heading':
      case 'Scene':
        this.#speakers = []
        this.#carried = []
        this.#pronouns.beginScene()
        this.#introductions.endCount()
    }
  }

  /** Must be called after the last line; `sure` returns the gender of a character if it is beyond doubt. */
  settle(sure: (person: number) => Gender | undefined): void {
    this.#pronouns.settle(sure)
  }

  #personOf(character: string | undefined): number | undefined {
    const cue = character === undefined ? undefined : this.#cues.get(character)
    return cue === undefined ? undefined : this.#names.personOfCue[cue]
  }

  #readSpeech({ text, character }: TextLine): void {
    const speaker = this.#personOf(character)
    const other = this.#speakers.find((person) => person !== speaker)
    for (const [, title, name, address] of text.matchAll(ADDRESS)) {
      if (address !== undefined) {
        if (other !== undefined && address !== 'Sir')
          this.findings.add(other, address === 'sir' ? 'male' : 'female', WEIGHT.address, address)
        continue
      }
      const mention = this.#names.addressed(title!.toUpperCase(), name!.toUpperCase().replace(/['’]S?$/, ''))
      const gender = HONORIFICS[title!.toLowerCase()]
      if (mention && gender) this.findings.addHonorific(mention, gender, title!)
    }
    if (speaker === undefined) return
    this.#heard.add(speaker)
    this.#pronouns.present(speaker)
    if (this.#speakers[0] !== speaker)
      this.#speakers = [speaker, ...this.#speakers.filter((person) => person !== speaker)].slice(0, 2)
    this.#carried = this.#speakers.map((person) => ({ person }))
  }

  #readAside({ text, character }: TextLine): void {
    const speaker = this.#personOf(character)
    if (speaker === undefined || !this.#isEnglish) return
    const tokens = this.#vocabulary.split(text)
    for (const [at, { lower }] of tokens.entries()) {
      if (lower === 'himself' || lower === 'herself')
        this.findings.add(speaker, lower === 'himself' ? 'male' : 'female', WEIGHT.aside, lower)
      else if (at <= 1 && (lower === 'he' || lower === 'she'))
        this.findings.add(speaker, SUBJECTS[lower]!, WEIGHT.subject, lower)
      // After the first line an accent is an imitation.
      else if (WAYS_OF_SPEAKING.has(lower) && !this.#heard.has(speaker)) this.#noteAccent(speaker, tokens, at)
    }
  }

  #noteAccent(person: number, tokens: readonly Token[], at: number): void {
    const accent = accentBefore(tokens, at)
    if (accent) this.findings.noteAccent(person, accent)
  }

  #namesIn(tokens: readonly Token[]): Found[] {
    const found: Found[] = []
    for (let at = 0; at < tokens.length; at++) {
      const mention = this.#names.at(tokens, at)
      if (!mention) continue
      // In "Amy March", March does not mean AUNT MARCH.
      if (mention.isPart && found.at(-1)?.end === at) continue
      found.push({ at, end: at + mention.length, mention })
      at += mention.length - 1
    }
    return found
  }

  #readAction(text: string): void {
    const tokens = this.#vocabulary.split(text)
    const found = this.#namesIn(tokens)
    const used = this.#portraits.read(text, tokens, found)
    const named = new Map(found.map((one) => [one.at, one]))
    const isName = (at: number) => named.has(at)
    let here: Reference[] = []
    let before: readonly Reference[] = this.#carried
    /** References in earlier sentences of the paragraph. */
    const earlier: Reference[] = []
    let trust = CARRIED
    const known = () => (here.length > 0 ? here : before)
    let isStart = true
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token.isSign) {
        isStart ||= token.isStop
        if (!token.isStop || here.length === 0) continue
        if (trust === 1) earlier.push(...before)
        before = here
        trust = 1
        here = []
        continue
      }
      if (isStart) {
        const end = this.#readFragment(text, tokens, at, isName, before)
        for (let word = at; word < end; word++) used.add(word)
      }
      isStart = false
      const one = named.get(at)
      if (one) {
        if (!tokens[one.end - 1]!.isPossessive) this.#introductions.read(tokens, at, one.mention)
        here.push({ person: one.mention.person })
        this.#pronouns.present(one.mention.person)
        at = one.end - 1
        continue
      }
      if (token.plural) this.#introductions.count(tokens, at, token.plural)
      if (token.noun) {
        if (!used.has(at)) here.push({ gender: token.noun })
      } else if (WAYS_OF_SPEAKING.has(token.lower)) {
        const persons = personsIn(known())
        if (persons.length === 1) this.#noteAccent(persons[0]!, tokens, at)
      } else if (!used.has(at)) {
        if (token.subject) this.#readPredicate(text, tokens, at, isName, [...here, ...before, ...earlier])
        const weight = this.#pronounWeight(token, tokens, at)
        if (weight === 0) continue
        const gender = token.subject ?? (token.lower.startsWith('hi') ? 'male' : 'female')
        this.#pronouns.hear(known(), [...before, ...earlier], {
          gender,
          weight: weight * (here.length > 0 ? 1 : trust),
          word: token.lower,
        })
      }
    }
    const last = known()
    this.#carried = personsIn(last).length === 1 ? last : []
    if (found.length > 0) this.#introductions.endCount()
  }

  /** The person whom "he" or "she" most likely means. */
  #meant(gender: Gender | undefined, references: readonly Reference[]): number | undefined {
    for (const one of references) {
      if ('gender' in one) {
        if (one.gender === gender) return undefined
      } else if (gender === undefined || this.findings.canBe(one.person, gender)) return one.person
    }
    return undefined
  }

  /** "She is thirty-six", "At thirty-three he …". */
  #readPredicate(
    text: string,
    tokens: readonly Token[],
    at: number,
    isName: (at: number) => boolean,
    references: readonly Reference[],
  ): void {
    const { subject, lower } = tokens[at]!
    const predicate = predicateAt(tokens, at + 1, isName, /['’]s$/.test(lower))
    if (!predicate) return
    const person = this.#meant(subject, references)
    if (person === undefined) return
    const { years, level, phrase, from, to } = predicate
    const quote = { text, from: at, to }
    const age = phrase ? phrase.years : years
    if (age !== undefined) this.findings.noteAge({ person, cue: undefined }, age, level, quote)
    if (phrase?.accent) this.findings.noteAccent(person, phrase.accent)
    void from
  }

  /** "Late forties, tired eyes.", "A girl of nine." Returns the index of the token after it. */
  #readFragment(
    text: string,
    tokens: readonly Token[],
    at: number,
    isName: (at: number) => boolean,
    before: readonly Reference[],
  ): number {
    if (isName(at)) return at
    const persons = personsIn(before)
    const age = ageAt(tokens, at, true)
    if (
      age &&
      (tokens[age.end] === undefined ||
        tokens[age.end]!.isSign ||
        /^(?:with|and|but|in)$/.test(tokens[age.end]!.lower))
    ) {
      const person = persons[0]
      if (person !== undefined && persons.length === 1)
        this.findings.noteAge({ person, cue: undefined }, age.years, LEVEL.stated, {
          text,
          from: at,
          to: age.end,
        })
      return age.end
    }
    const phrase = phraseAt(tokens, at, isName)
    if (!phrase || phrase.nameAt !== undefined || !isIndefinite(phrase) || isName(phrase.to)) return at
    const next = tokens[phrase.to]
    const isWhole =
      !next || next.isStop || /^(?:who|with|whose|in|of|from|and)$/.test(next.lower) || next.lower === ','
    if (!isWhole || (!phrase.isPerson && phrase.years === undefined)) return at
    const [person] = phrase.gender
      ? persons.filter((each) => this.findings.canBe(each, phrase.gender!))
      : persons
    if (person === undefined || persons.length > 1) return at
    if (phrase.gender)
      this.findings.add(person, phrase.gender, WEIGHT.apposition, tokens[phrase.nounAt!]!.lower, {
        text,
        from: phrase.from,
        to: phrase.to,
      })
    if (phrase.years !== undefined)
      this.findings.noteAge({ person, cue: undefined }, phrase.years, phrase.level, {
        text,
        from: phrase.from,
        to: phrase.to,
      })
    if (phrase.accent) this.findings.noteAccent(person, phrase.accent)
    return phrase.to
  }

  /** The weight of a pronoun; an object ("sees him") refers to someone other than the named character. */
  #pronounWeight({ lower: word, subject }: Token, tokens: readonly Token[], at: number): number {
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
