import type { Line } from '@andscene/contracts/script'
import type { CueGender, Gender } from './cue-words.ts'
import { Findings, WEIGHT } from './evidence.ts'
import { Introductions } from './introductions.ts'
import type { NameIndex } from './mentions.ts'
import { personsIn, Pronouns, type Reference } from './pronouns.ts'
import { Vocabulary, type Token } from './tokens.ts'
import { AFTER_OBJECT, BEFORE_DOING, DOING, HONORIFICS, SUBJECT_LANGUAGES, SUBJECTS } from './word-lists.ts'

export type TextLine = Pick<Line, 'type' | 'text' | 'character'>

/** Weight of a pronoun that refers to the last speaker or the previous paragraph. */
const CARRIED = 0.5
const WAYS_OF_SPEAKING = new Set(['accent', 'brogue', 'lilt', 'drawl', 'burr'])
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
      else if (WAYS_OF_SPEAKING.has(lower) && !this.#heard.has(speaker))
        this.findings.noteAccent(speaker, tokens, at)
    }
  }

  #readAction(text: string): void {
    const tokens = this.#vocabulary.split(text)
    let here: Reference[] = []
    let before: readonly Reference[] = this.#carried
    /** References in earlier sentences of the paragraph. */
    const earlier: Reference[] = []
    let trust = CARRIED
    const known = () => (here.length > 0 ? here : before)
    const used = new Set<number>()
    let nameEnd = -1
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token.isSign) {
        if (!token.isStop || here.length === 0) continue
        if (trust === 1) earlier.push(...before)
        before = here
        trust = 1
        here = []
        continue
      }
      const mention = this.#names.at(tokens, at)
      // In "Amy March", March does not mean AUNT MARCH.
      if (mention && !(mention.isPart && nameEnd === at)) {
        nameEnd = at + mention.length
        if (!tokens[nameEnd - 1]!.isPossessive) this.#introductions.read(tokens, at, mention, used)
        here.push({ person: mention.person })
        this.#pronouns.present(mention.person)
        at = nameEnd - 1
        continue
      }
      if (token.plural) this.#introductions.count(tokens, at, token.plural)
      if (token.noun) {
        if (!used.has(at)) here.push({ gender: token.noun })
      } else if (WAYS_OF_SPEAKING.has(token.lower)) {
        const persons = personsIn(known())
        if (persons.length === 1) this.findings.noteAccent(persons[0]!, tokens, at)
      } else {
        const weight = this.#pronounWeight(token.lower, tokens, at)
        if (weight === 0) continue
        const gender = SUBJECTS[token.lower] ?? (token.lower.startsWith('hi') ? 'male' : 'female')
        this.#pronouns.hear(known(), [...before, ...earlier], {
          gender,
          weight: weight * (here.length > 0 ? 1 : trust),
          word: token.lower,
        })
      }
    }
    const last = known()
    this.#carried = personsIn(last).length === 1 ? last : []
    if (nameEnd >= 0) this.#introductions.endCount()
  }

  /** The weight of a pronoun; an object ("sees him") refers to someone other than the named character. */
  #pronounWeight(word: string, tokens: readonly Token[], at: number): number {
    if (this.#subjects.has(word)) return WEIGHT.subject
    if (!this.#isEnglish) return 0
    if (word === 'himself' || word === 'herself') return WEIGHT.subject
    if (word === 'his') return WEIGHT.possessive
    const next = tokens[at + 1]
    if (word !== 'her' || !next || next.isSign || AFTER_OBJECT.has(next.lower)) return 0
    const isObject = BEFORE_DOING.has(tokens[at - 1]?.lower ?? '') && DOING.has(next.lower)
    return isObject ? 0 : WEIGHT.possessive
  }
}
