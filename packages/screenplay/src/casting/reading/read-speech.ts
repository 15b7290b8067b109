import data from '../../../data/gender-words.json' with { type: 'json' }
import type { Gender } from '../cue-words.ts'
import { LEVEL, WEIGHT, type Findings } from './evidence.ts'
import type { NameIndex } from './mentions.ts'
import { accentBefore } from './phrases.ts'
import type { Pronouns } from './pronouns.ts'
import { MAY_STATE, MAY_TELL, saidIn, type Said } from './said.ts'
import type { Token, Vocabulary } from './tokens.ts'
import { HONORIFICS, SUBJECTS, WAYS_OF_SPEAKING } from '../word-lists.ts'

export type ReaderParts = {
  names: NameIndex
  language: string
  findings: Findings
  pronouns: Pronouns
  vocabulary: Vocabulary
}

/** "Mr. Bloom", in dialogue. */
const TITLED =
  /\b(Mr|Mister|Mrs|Ms|Miss|Uncle|Aunt|Auntie|Sir|Lady|Lord|Madame|Señor|Señora|Monsieur|Herr|Frau)\b\.?\s+([A-ZÀ-Þ][^\s.,;:!?()"“”]+)([,.!?…—–-]|$)?/g
const CHILDISH = /\b(?:Mummy|Mommy|Daddy)\b/
/** "Your Ladyship". */
const RANK = /\byour (ladyship|lordship)\b/gi
const PLAIN = '[,.;:!?…—–"“”-]'
/** A form of address between signs, or after a greeting: "Yes, sir", "Thanks, Mum." */
const ADDRESS = new RegExp(
  `(?:^|${PLAIN}\\s*|\\b(?:oh|hi|hey|hello|thanks|thank you|yes|no|aye|please|sorry|me|bye|good ?night|morning|dear)\\s+)` +
    `(${[...data.addresses.female, ...data.addresses.male].join('|')})(?=\\s*(?:${PLAIN}|$))`,
  'gi',
)
const FEMALE_ADDRESS = new Set(data.addresses.female)
const OLD_ADDRESS = new Set(data.addresses.old)

/** What a speech states about someone who has not spoken in this scene yet. */
type Waiting = (person: number) => void

/** Reads dialogue and parentheticals. */
export class SpeechReader {
  /** The last speakers in this scene, the latest first. */
  speakers: readonly number[] = []
  readonly #parts: ReaderParts
  #waiting: { by: number | undefined; tell: Waiting }[] = []
  /** Characters who have already spoken. */
  readonly #heard = new Set<number>()

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  beginScene(): void {
    this.speakers = []
    this.#waiting = []
  }

  readSpeech(text: string, speaker: number | undefined): void {
    const { findings, pronouns } = this.#parts
    this.#endWaiting(speaker)
    this.#readTitles(text, speaker)
    if (this.#parts.language === 'en') this.#readAddress(text, speaker)
    this.#readStatements(text, speaker)
    const said = CHILDISH.exec(text)
    if (speaker !== undefined && said)
      findings.noteAge({ person: speaker, cue: undefined }, 7, LEVEL.hint, undefined)
    if (speaker === undefined) return
    this.#heard.add(speaker)
    pronouns.present(speaker)
    if (this.speakers[0] !== speaker)
      this.speakers = [speaker, ...this.speakers.filter((person) => person !== speaker)].slice(0, 2)
  }

  readAside(text: string, speaker: number | undefined): void {
    const { findings, language, vocabulary } = this.#parts
    if (speaker === undefined || language !== 'en') return
    const tokens = vocabulary.split(text)
    for (const [at, { lower }] of tokens.entries()) {
      if (lower === 'himself' || lower === 'herself')
        findings.add(speaker, lower === 'himself' ? 'male' : 'female', WEIGHT.aside, lower)
      else if (at <= 1 && (lower === 'he' || lower === 'she'))
        findings.add(speaker, SUBJECTS[lower]!, WEIGHT.subject, lower)
      else if ((lower === 'him' || lower === 'her') && isEnd(tokens[at + 1]) && at > 0)
        this.#tellOther(speaker, (person) => {
          const gender = lower === 'him' ? 'male' : 'female'
          if (!findings.isOther(person, gender)) findings.add(person, gender, WEIGHT.address, lower)
        })
      // After the first line an accent is an imitation.
      else if (WAYS_OF_SPEAKING.has(lower) && !this.#heard.has(speaker)) {
        const accent = accentBefore(tokens, at)
        if (accent) findings.noteAccent(speaker, accent)
      }
    }
  }

  #endWaiting(speaker: number | undefined): void {
    if (speaker === undefined || this.#waiting.length === 0) return
    this.#waiting = this.#waiting.filter(({ by, tell }) => {
      if (by === speaker) return true
      tell(speaker)
      return false
    })
  }

  /**
   * The person addressed is the only one of that gender in the scene, else the other speaker: the one before, else the
   * next one.
   */
  #tellOther(speaker: number | undefined, tell: Waiting, gender?: Gender): void {
    const { findings, pronouns } = this.#parts
    const likely = gender
      ? pronouns.persons.filter((person) => person !== speaker && findings.isLikely(person, gender))
      : []
    const before = this.speakers.find((person) => person !== speaker)
    const other = likely.length === 1 ? likely[0] : before
    if (other === undefined) this.#waiting.push({ by: speaker, tell })
    else tell(other)
  }

  #readTitles(text: string, speaker: number | undefined): void {
    const { names, findings } = this.#parts
    for (const match of text.matchAll(TITLED)) {
      const [whole, title, name, end] = match
      const gender = HONORIFICS[title!.toLowerCase()]
      if (!gender) continue
      const mention = names.addressed(title!.toUpperCase(), name!.toUpperCase().replace(/['’]S?$/, ''))
      const before = text.slice(0, match.index).trimEnd()
      if (mention) findings.addHonorific(mention, gender, title!)
      // "Most people begin at the top, Ms. Farrow."
      else if (before.endsWith(',') && (end !== undefined || text.endsWith(whole)))
        this.#tellOther(speaker, (person) => this.#address(person, gender, title!, false), gender)
    }
  }

  #address(person: number, gender: Gender, word: string, isOld: boolean): void {
    const { findings } = this.#parts
    if (findings.isOther(person, gender)) return
    findings.add(person, gender, WEIGHT.address, word)
    if (isOld) findings.noteAge({ person, cue: undefined }, 72, LEVEL.stage, undefined)
  }

  #readAddress(text: string, speaker: number | undefined): void {
    for (const [, rank = ''] of text.matchAll(RANK)) {
      const gender = /lady/i.test(rank) ? 'female' : 'male'
      this.#tellOther(speaker, (person) => this.#parts.findings.add(person, gender, WEIGHT.apposition, rank))
    }
    for (const [, word = ''] of text.matchAll(ADDRESS)) {
      const lower = word.toLowerCase().replace('’', "'")
      const gender = FEMALE_ADDRESS.has(lower) ? 'female' : 'male'
      const isOld = OLD_ADDRESS.has(lower)
      this.#tellOther(speaker, (person) => this.#address(person, gender, word, isOld), gender)
    }
  }

  #readStatements(text: string, speaker: number | undefined): void {
    if (!MAY_STATE.test(text) || !MAY_TELL.test(text)) return
    const tokens = this.#parts.vocabulary.split(text)
    for (const said of saidIn(tokens)) {
      const note = (person: number, level: number) => this.#note(person, said, level, text)
      if (said.about === 'speaker') {
        if (speaker !== undefined) note(speaker, LEVEL.said)
        continue
      }
      const called = this.#calledIn(tokens, said)
      if (called !== undefined && called !== speaker) note(called, LEVEL.said)
      else if (said.about === 'addressed') this.#tellOther(speaker, (person) => note(person, LEVEL.said))
      else {
        const other = this.#thirdPerson(said.gender, speaker)
        if (other !== undefined && said.isStated) note(other, LEVEL.stage)
      }
    }
  }

  /** Whom "she" means, if only one other person of the scene can be a woman. */
  #thirdPerson(gender: Gender | undefined, speaker: number | undefined): number | undefined {
    const { findings, pronouns } = this.#parts
    const others = pronouns.persons.filter(
      (person) => person !== speaker && (!gender || findings.canBe(person, gender)),
    )
    const sure = others.filter((person) => gender && findings.isLikely(person, gender))
    return sure.length === 1 ? sure[0] : others.length === 1 ? others[0] : undefined
  }

  /** The character whose name the speech mentions, the nearest to the statement. */
  #calledIn(tokens: readonly Token[], { from, about }: Said): number | undefined {
    const { names } = this.#parts
    let called: number | undefined
    for (let at = 0; at < tokens.length; at++) {
      const mention = names.at(tokens, at)
      if (!mention || tokens[at + mention.length - 1]!.isPossessive) continue
      const isAddress =
        about === 'third'
          ? at < from
          : isEnd(tokens[at + mention.length]) && (at === 0 || tokens[at - 1]!.isSign)
      if (isAddress) called = mention.person
    }
    return called
  }

  #note(person: number, { gender, years, isStated, from, to }: Said, level: number, text: string): void {
    const { findings } = this.#parts
    if (gender && !findings.canBe(person, gender)) return
    const quote = { text, from, to }
    if (gender && level > LEVEL.hint) findings.add(person, gender, WEIGHT.address, gender, quote)
    if (years !== undefined && years >= 1)
      findings.noteAge(
        { person, cue: undefined },
        years,
        isStated ? level : Math.min(level, LEVEL.stage),
        quote,
      )
  }
}

const isEnd = (token: Token | undefined) => !token || token.isSign
