import { type PhonemeSource, splitPhonemes } from './phoneme-source.ts'
import { Audience } from '../heads/audience.ts'
import type { Lane } from '../lanes/lane.ts'
import { Lanes } from '../lanes/lanes.ts'
import type { Model, Spoken } from '../inference/model.ts'
import type { Part, SpeakRequest } from '../protocol.ts'
import { Scheduler, type Steps, type Task } from './scheduler.ts'
import type { Styles } from '../inference/styles.ts'
import { wordsOfRuns } from '../../phonemes/said-words.ts'
import { wordTimes } from './word-times.ts'

export type SpokenPart = Spoken & Part

/**
 * New samples of the part being spoken; all parts so far and they are a head of the text of so many milliseconds.
 * Neighboring samples of a part overlap by twice {@link HALF_FADE}.
 */
export type EngineHead = { samples: Float32Array; wholeMs: number }

export class NothingToSay extends Error {
  override readonly name = 'NothingToSay'
}

export type EngineParts = {
  phonemes(): Promise<PhonemeSource>
  styles: Styles
  load(): Promise<Model>
  /** Opens a lane for low-priority texts, up to `limit`. */
  lanes?: { limit: number; open(model: Model): Promise<Lane> }
  /** After so long without a request the model is released and `onIdle` is called. */
  idleMs: number
  onIdle?: () => void
  /** Runs one step of the model with a time limit. */
  guard?: <T>(step: () => Promise<T>) => Promise<T>
  setTimer?: (work: () => void, ms: number) => { clear(): void }
}

export class Engine {
  readonly #parts: EngineParts
  /** On all threads, by this process's own. */
  readonly #scheduler = new Scheduler({
    onIdle: () => this.#rest(),
    onChange: () => this.#lanes.look(),
  })
  readonly #lanes: Lanes<Lane>
  #model: Promise<Model> | undefined
  #idle: { clear(): void } | undefined

  constructor(parts: EngineParts) {
    this.#parts = parts
    const { limit = 0, open } = parts.lanes ?? {}
    this.#lanes = new Lanes({
      limit,
      open: async () => open!(await this.#loaded()),
      onIdle: () => this.#rest(),
      // An awaited text has the processors to itself.
      isHeld: (priority) => this.#scheduler.urgency <= priority,
    })
  }

  get isIdle(): boolean {
    return this.#scheduler.isIdle && this.#lanes.isIdle
  }

  get isLoaded(): boolean {
    return this.#model !== undefined
  }

  /** Rejects with NothingToSay, or the error. */
  speak(
    request: SpeakRequest,
    onPart: (part: SpokenPart) => void,
    onHead?: (head: EngineHead) => void,
  ): Task {
    this.#idle?.clear()
    this.#idle = undefined
    // Without a lane the text is spoken here.
    const { lane, scheduler = this.#scheduler } = (request.patient && this.#lanes.next()) || {}
    const steps = this.#steps(request, lane, onPart, onHead)
    const { priority, patient = false } = request
    return scheduler.add({ priority, patient }, steps)
  }

  async close(): Promise<void> {
    this.#idle?.clear()
    await this.#unload()
  }

  async *#steps(
    request: SpeakRequest,
    lane: Lane | undefined,
    onPart: (part: SpokenPart) => void,
    onHead: ((head: EngineHead) => void) | undefined,
  ): Steps {
    const { styles, guard = (step) => step() } = this.#parts
    const phonemes = await this.#parts.phonemes()
    const said = await phonemes.said(request.text, request.language, request.sounds)
    const runs = said.pieces.flatMap((piece) => splitPhonemes(piece))
    const words = wordsOfRuns(said.words, runs)
    if (runs.length === 0) throw new NothingToSay('There is nothing to say in this text.')
    const audience = request.head && onHead ? new Audience(runs, onHead, request.head) : undefined
    for (const [index, run] of runs.entries()) {
      yield 'free'
      const tokens = phonemes.tokensOf(run)
      const { pitch, speed, shape: { blend, emphasis = [], melody = [], ...shape } = {} } = request
      const style = await styles.blend(request.styles, tokens.length, blend)
      // The first token is the silence before the text.
      const placed = words[index]!.map((word) => ({ ...word, first: word.first + 1, end: word.end + 1 }))
      const stressed = placed.filter((word) => emphasis.some((range) => overlaps(word, range)))
      const followed = placed.flatMap((word) => {
        const how = melody.find(({ at }) => at === word.at)
        return how ? { ...word, said: how } : []
      })
      const input = { ...shape, tokens, style, pitch, speed, stressed, followed }
      const model = lane ? undefined : await this.#loaded()
      const speaking = model ? model.speak(input, audience) : lane!.speak(input)
      const next = () => guard(() => speaking.next())
      try {
        let step = await next()
        for (; !step.done; step = await next()) yield 'holds'
        const { durations } = step.value
        onPart({ ...step.value, phonemes: run, words: wordTimes(words[index]!, durations) })
        if (model) audience?.hearPart(tokens, durations, model.secondsPerFrame)
      } finally {
        // Canceled between steps: a lane releases its state.
        void speaking.return(NOBODY_HEARS)
      }
      await model?.grow()
    }
  }

  #loaded(): Promise<Model> {
    if (!this.#model) {
      const model = this.#parts.load()
      model.catch(() => (this.#model = undefined))
      this.#model = model
    }
    return this.#model
  }

  #rest(): void {
    if (!this.isIdle) return
    this.#idle?.clear()
    // Not before the first text, which rarely needs it.
    void this.#parts.phonemes().then(
      (source) => source.prepare?.(),
      () => {},
    )
    const { setTimer = unrefTimer, idleMs } = this.#parts
    this.#idle = setTimer(() => void this.#leave(), idleMs)
  }

  async #leave(): Promise<void> {
    const idle = this.#idle
    await this.#unload()
    // Unless a request has arrived meanwhile.
    if (this.#idle === idle) this.#parts.onIdle?.()
  }

  async #unload(): Promise<void> {
    const model = this.#model
    this.#model = undefined
    await this.#lanes.close()
    await (await model?.catch(() => undefined))?.release()
  }
}

type Range = { at: number; length: number }
const overlaps = (one: Range, other: Range) =>
  one.at < other.at + other.length && other.at < one.at + one.length

const NOBODY_HEARS: Spoken = { samples: new Float32Array(0), durations: [] }

function unrefTimer(work: () => void, ms: number) {
  const timer = setTimeout(work, ms).unref()
  return { clear: () => clearTimeout(timer) }
}
