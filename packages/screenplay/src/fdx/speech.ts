import { CharacterList, cueName } from '../cue-name.ts'

/** Remembers whose speech this is: a cue holds until the next one, through page breaks and actions, within its scene. */
export class Speech {
  readonly characters = new CharacterList()
  /** By cue: a script repeats a few of them thousands of times. */
  readonly #cues = new Map<string, string | undefined>()
  #speaker: string | undefined
  /** Who stands left in the dual dialogue; undefined before its first cue. */
  #left: string | undefined

  endScene(): void {
    this.#speaker = undefined
  }

  beginDual(): void {
    this.#left = undefined
  }

  /** True below the first cue of a dual dialogue. */
  get inDualSpeech(): boolean {
    return this.#left !== undefined
  }

  /** The character of a cue, or of the speech below it; undefined for every other line. */
  speakerOf(type: string, text: string): string | undefined {
    if (type === 'Character') {
      this.#speaker = this.#named(text) ?? this.#speaker
    } else if (type !== 'Dialogue' && type !== 'Parenthetical') return undefined
    return this.#speaker
  }

  #named(cue: string): string | undefined {
    if (!this.#cues.has(cue)) {
      const name = cueName(cue)
      this.#cues.set(cue, name === undefined ? undefined : this.characters.add(name))
    }
    return this.#cues.get(cue)
  }

  /** Side of a line in a dual dialogue, once its speaker is known: the first to speak stands left, all others right. */
  side(type: string): 'left' | 'right' {
    const speaker = this.#speaker ?? ''
    if (type === 'Character') this.#left ??= speaker
    return this.#left === undefined || this.#left === speaker ? 'left' : 'right'
  }
}
