import type { Gender } from '../../cue-words.ts'
import { SUBJECTS, WAYS_OF_SPEAKING } from '../../word-lists.ts'
import { LEVEL, WEIGHT } from '../evidence.ts'
import { accentBefore } from '../phrases/accents.ts'
import type { ReaderParts } from '../reader-parts.ts'
import { isEnd, type Token } from '../tokens.ts'
import { Conversation } from './conversation.ts'
import { addressesIn, ranksIn, titlesIn } from './forms-of-address.ts'
import { MAY_STATE, MAY_TELL, saidIn, type Said } from './said.ts'

const CHILDISH = /\b(?:Mummy|Mommy|Daddy)\b/
const CHILD = 7
/** The age of someone whom a speech calls "old man". */
const OLD = 72

/** Reads dialogue and parentheticals. */
export class SpeechReader {
  readonly #parts: ReaderParts
  readonly #conversation: Conversation
  /** Characters who have already spoken. */
  readonly #heard = new Set<number>()

  constructor(parts: ReaderParts) {
    this.#parts = parts
    this.#conversation = new Conversation(parts)
  }

  /** The last speakers in this scene, the latest first. */
  get speakers(): readonly number[] {
    return this.#conversation.speakers
  }

  beginScene(): void {
    this.#conversation.beginScene()
  }

  readSpeech(text: string, speaker: number | undefined): void {
    this.#conversation.begin(speaker)
    this.#readTitles(text, speaker)
    if (this.#parts.language === 'en') this.#readAddresses(text, speaker)
    this.#readStatements(text, speaker)
    if (speaker === undefined) return
    if (CHILDISH.test(text)) this.#noteAge(speaker, CHILD, LEVEL.hint)
    this.#heard.add(speaker)
    this.#conversation.end(speaker)
  }

  readAside(text: string, speaker: number | undefined): void {
    const { findings, language, vocabulary } = this.#parts
    if (speaker === undefined || language !== 'en') return
    const tokens = vocabulary.split(text)
    for (const [at, { lower }] of tokens.entries()) {
      if (lower === 'himself' || lower === 'herself')
        findings.add(speaker, lower === 'himself' ? 'male' : 'female', WEIGHT.aside, lower)
      else if (at <= 1 && (lower === 'he' || lower === 'she'))
        findings.add(speaker, SUBJECTS.get(lower)!, WEIGHT.subject, lower)
      else if ((lower === 'him' || lower === 'her') && isEnd(tokens[at + 1]) && at > 0) {
        const gender = lower === 'him' ? 'male' : 'female'
        this.#conversation.tellOther(speaker, (person) => this.#noteAddress(person, gender, lower))
      }
      // After the first line an accent is an imitation.
      else if (WAYS_OF_SPEAKING.has(lower) && !this.#heard.has(speaker)) {
        const accent = accentBefore(tokens, at)
        if (accent) findings.noteAccent(speaker, accent)
      }
    }
  }

  #readTitles(text: string, speaker: number | undefined): void {
    const { names, findings } = this.#parts
    for (const { title, name, gender, isAddress } of titlesIn(text)) {
      const mention = names.addressed(title.toUpperCase(), name.toUpperCase().replace(/['’]S?$/, ''))
      if (mention) findings.addHonorific(mention, gender, title)
      else if (isAddress)
        this.#conversation.tellOther(speaker, (person) => this.#noteAddress(person, gender, title), gender)
    }
  }

  #readAddresses(text: string, speaker: number | undefined): void {
    const { findings } = this.#parts
    for (const { rank, gender } of ranksIn(text))
      this.#conversation.tellOther(speaker, (person) => findings.add(person, gender, WEIGHT.apposition, rank))
    for (const { word, gender, isOld } of addressesIn(text))
      this.#conversation.tellOther(
        speaker,
        (person) => this.#noteAddress(person, gender, word, isOld),
        gender,
      )
  }

  #noteAddress(person: number, gender: Gender, word: string, isOld = false): void {
    const { findings } = this.#parts
    if (findings.isOther(person, gender)) return
    findings.add(person, gender, WEIGHT.address, word)
    if (isOld) this.#noteAge(person, OLD, LEVEL.stage)
  }

  #noteAge(person: number, years: number, level: number): void {
    this.#parts.findings.noteAge({ person, cue: undefined }, years, level, undefined)
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
      else if (said.about === 'addressed')
        this.#conversation.tellOther(speaker, (person) => note(person, LEVEL.said))
      else {
        const other = this.#conversation.thirdPerson(speaker, said.gender)
        if (other !== undefined && said.isStated) note(other, LEVEL.stage)
      }
    }
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
    if (years === undefined || years < 1) return
    const most = isStated ? level : LEVEL.stage
    findings.noteAge({ person, cue: undefined }, years, Math.min(level, most), quote)
  }
}
