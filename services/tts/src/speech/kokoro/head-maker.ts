import type { Finishing } from '../audio/finish.ts'
import type { Direction } from '../delivery.ts'
import type { ClipHead } from '../provider.ts'
import type { SpeechTurn } from '../slots.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import { SAMPLE_RATE } from '@andscene/kokoro/engine/graph-names'
import type { NaturalHead, NaturalPart } from '@andscene/kokoro/engine/client/requests'
import { GrowingSpeech } from '@andscene/kokoro/engine/heads/growing-speech'
import { LatestTaskRunner } from '../latest-task-runner.ts'

export class HeadMaker {
  readonly #threads: Pick<SpeechThreads, 'run'>
  readonly #turn: SpeechTurn
  readonly #tell: (head: ClipHead) => void
  readonly #pauses: { beforeMs: number; afterMs: number }
  readonly #speech = new GrowingSpeech()
  readonly #making = new LatestTaskRunner()
  /** All heads are cut at the start like the first one. */
  #given: Pick<Finishing, 'gain'> & Partial<Finishing>
  #stopped = false

  /** `gain`: expected gain of the whole clip. */
  constructor(
    threads: Pick<SpeechThreads, 'run'>,
    turn: SpeechTurn,
    tell: (head: ClipHead) => void,
    gain: number,
    { beforeMs = 0, afterMs = 0 }: Direction = {},
  ) {
    this.#pauses = { beforeMs, afterMs }
    this.#threads = threads
    this.#turn = turn
    this.#tell = tell
    this.#given = { gain }
  }

  /** Samples of silence that were cut off at the start; undefined before the first head is made. */
  get cut(): number | undefined {
    return this.#given.cut
  }

  addPart({ samples }: NaturalPart): void {
    this.#speech.addPart(samples)
  }

  add({ samples, wholeMs }: NaturalHead): void {
    this.#speech.addHead(samples)
    this.#making.run(() => this.#make(wholeMs))
  }

  stop(): void {
    this.#making.stop()
    this.#stopped = true
  }

  async #make(wholeMs: number): Promise<void> {
    const task = {
      engine: 'sound' as const,
      pieces: this.#speech.pieces(),
      sampleRate: SAMPLE_RATE,
      given: this.#given,
      direction: { beforeMs: this.#pauses.beforeMs },
    }
    const { finishing, ...clip } = await this.#threads.run(task, this.#turn)
    if (task.pieces.length === 1) this.#given = finishing
    const { cut = 0 } = this.#given
    // The same silence is cut off the whole clip.
    const { beforeMs, afterMs } = this.#pauses
    const whole = beforeMs + wholeMs - (cut / SAMPLE_RATE) * 1_000 + afterMs
    if (!this.#stopped) this.#tell({ ...clip, wholeMs: whole })
  }
}
