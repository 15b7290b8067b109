import type { Line } from '@andscene/contracts/script'
import { heardText } from '../../heard-text.ts'
import type { CueGender, Gender } from '../cue-words.ts'
import { Findings } from './evidence.ts'
import type { NameIndex } from './mentions.ts'
import { Pronouns } from './action/pronouns.ts'
import { ActionReader } from './action/read-action.ts'
import { SpeechReader } from './speech/read-speech.ts'
import { Vocabulary } from './tokens.ts'

export type TextLine = Pick<Line, 'type' | 'text' | 'character' | 'styles'>

/** Characters read of a line, more than a page has: some rules compare all words of a line with each other. */
const LONGEST_READ = 4_000

export class TextReader {
  readonly findings: Findings
  readonly #names: NameIndex
  readonly #cues: ReadonlyMap<string, number>
  readonly #pronouns: Pronouns
  readonly #action: ActionReader
  readonly #speech: SpeechReader

  constructor(
    names: NameIndex,
    cues: ReadonlyMap<string, number>,
    genders: readonly (CueGender | undefined)[],
    language = 'en',
  ) {
    this.#names = names
    this.#cues = cues
    this.findings = new Findings(names, genders)
    this.#pronouns = new Pronouns(this.findings)
    const parts = {
      names,
      language,
      findings: this.findings,
      pronouns: this.#pronouns,
      vocabulary: new Vocabulary(language),
    }
    this.#action = new ActionReader(parts)
    this.#speech = new SpeechReader(parts)
  }

  read(line: TextLine): void {
    const { type, character } = line
    const text = heardText(line).slice(0, LONGEST_READ)
    switch (type) {
      case 'Action':
        return this.#action.read(text)
      case 'Dialogue':
        this.#speech.readSpeech(text, this.#personOf(character))
        return this.#action.carry(this.#speech.speakers)
      case 'Parenthetical':
        return this.#speech.readAside(text, this.#personOf(character))
      case 'Scene Heading':
      case 'Scene':
        this.#speech.beginScene()
        this.#action.beginScene(text)
        this.#pronouns.beginScene()
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
}
