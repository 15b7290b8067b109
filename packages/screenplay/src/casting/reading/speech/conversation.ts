import type { Gender } from '../../cue-words.ts'
import type { ReaderParts } from '../reader-parts.ts'

/** What a speech states about someone who has not spoken in this scene yet. */
type Waiting = (person: number) => void

/** Most statements that wait for another speaker: more would say nothing new, and a monologue may have thousands. */
const MOST_WAITING = 20

/** Who speaks with whom in a scene. */
export class Conversation {
  /** The last speakers in this scene, the latest first. */
  speakers: readonly number[] = []
  readonly #parts: ReaderParts
  #waiting: { by: number | undefined; tell: Waiting }[] = []

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  beginScene(): void {
    this.speakers = []
    this.#waiting = []
  }

  /** Must be called before a speech is read: what waited for another speaker is about this one. */
  begin(speaker: number | undefined): void {
    if (speaker === undefined || this.#waiting.length === 0) return
    this.#waiting = this.#waiting.filter(({ by, tell }) => {
      if (by === speaker) return true
      tell(speaker)
      return false
    })
  }

  /** Must be called after a speech has been read. */
  end(speaker: number): void {
    this.#parts.pronouns.present(speaker)
    if (this.speakers[0] !== speaker)
      this.speakers = [speaker, ...this.speakers.filter((person) => person !== speaker)].slice(0, 2)
  }

  /**
   * The person addressed is the only one of that gender in the scene, else the other speaker: the one before, else the
   * next one.
   */
  tellOther(speaker: number | undefined, tell: Waiting, gender?: Gender): void {
    const { findings } = this.#parts
    const likely = gender ? this.#others(speaker).filter((person) => findings.isLikely(person, gender)) : []
    const before = this.speakers.find((person) => person !== speaker)
    const other = likely.length === 1 ? likely[0] : before
    if (other !== undefined) tell(other)
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push({ by: speaker, tell })
  }

  /** Whom "she" means, if only one other person of the scene can be a woman. */
  thirdPerson(speaker: number | undefined, gender: Gender | undefined): number | undefined {
    const { findings } = this.#parts
    const others = this.#others(speaker).filter((person) => !gender || findings.canBe(person, gender))
    const sure = others.filter((person) => gender && findings.isLikely(person, gender))
    return sure.length === 1 ? sure[0] : others.length === 1 ? others[0] : undefined
  }

  #others(speaker: number | undefined): readonly number[] {
    return this.#parts.pronouns.persons.filter((person) => person !== speaker)
  }
}
