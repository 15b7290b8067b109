import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fastestForm } from './fastest-form.ts'
import { FRAME_SAMPLES, HALF_FADE, NAMES, PIECES_FILE, type Form, type Pieces } from './graph-names.ts'
import { valuesOf } from './frame-values.ts'
import { FRAMES_PER_SECOND, framesOf, nextCut, windowOf, type PartFrames, type Window } from './head-plan.ts'
import type { Runtime } from './runtime.ts'

/** `tokens` with 0 at both ends; `style` of 256 numbers; `pitch` and `speed` are factors, 1 leaves them. */
export type ModelInput = { tokens: readonly number[]; style: Float32Array; pitch: number; speed: number }
/** Who hears a piece of speech while it is still being spoken. */
export type Listener = {
  /** Seconds until all that was told is heard. */
  readonly atHand: number
  /** How fast they hear: 2 is twice as fast as it is spoken. */
  readonly rate: number
  /** Another piece follows. */
  readonly hasMore: boolean
  /**
   * What follows in the piece, from one frame of it to another: with {@link HALF_FADE} samples more at both ends, but not
   * before the first.
   */
  hear(samples: Float32Array, piece: PartFrames, span: { from: number; to: number }): void
}
/** `durations`: frames of 25 ms of each token; `samples` at 24 kHz. */
export type Spoken = { samples: Float32Array; durations: number[] }

/** Values that are read here. */
const READ: ReadonlySet<string> = new Set([NAMES.audio, NAMES.durations])

/** Until it has been measured: twice real time. */
const USUAL_SECONDS_PER_FRAME = 1 / (2 * FRAMES_PER_SECOND)

/** One measurement counts for at most so many times what is known. */
const MOST_SLOWER = 2

/** The loaded model: sessions of its pieces, and the values that go from one to the next. */
export class Model {
  readonly form: Form
  readonly #sessions: InferenceSession[]
  readonly #runtime: Runtime
  /** Values that no later piece uses, by piece. */
  readonly #spent: string[][]
  #secondsPerFrame = USUAL_SECONDS_PER_FRAME

  /** In the form that this processor is fastest in, unless one is named. Rejects when a file is missing or damaged, or memory is short. */
  static async load(
    runtime: Runtime,
    folder: string,
    { threads, form }: { threads: number; form?: Form },
  ): Promise<Model> {
    const { encoder, decoder, probe } = JSON.parse(
      await readFile(join(folder, PIECES_FILE), 'utf8'),
    ) as Pieces
    const options: InferenceSession.SessionOptions = {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      // Each piece would keep an arena of its own, as large as its longest text needed (3 GB in all for 12 s of sound); the
      // allocator of the system lends the same memory to all, at the same speed.
      enableCpuMemArena: false,
      enableMemPattern: false,
      // Threads that wait for work must not take the processors from everything else.
      extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
    }
    form ??= probe ? await fastestForm(runtime, folder, probe, options) : 'float32'
    const sessions: InferenceSession[] = []
    try {
      for (const file of [encoder[form] ?? encoder.float32, ...(decoder[form] ?? decoder.float32)]) {
        sessions.push(await runtime.InferenceSession.create(join(folder, file), options))
        // Loading holds the event loop: a request or a sign of life in between.
        await new Promise(setImmediate)
      }
    } catch (error) {
      await Promise.allSettled(sessions.map((session) => session.release()))
      throw error
    }
    return new Model(runtime, sessions, form)
  }

  private constructor(runtime: Runtime, sessions: InferenceSession[], form: Form) {
    this.form = form
    this.#runtime = runtime
    this.#sessions = sessions
    this.#spent = sessions.map(({ inputNames, outputNames }, index) => {
      const later = new Set(sessions.slice(index + 1).flatMap((session) => session.inputNames))
      return [...inputNames, ...outputNames].filter((name) => !later.has(name) && !READ.has(name))
    })
  }

  /** How long the decoder takes, as last measured. */
  get secondsPerFrame(): number {
    return this.#secondsPerFrame
  }

  /**
   * Tells the listener one head after the other, as long as the sound at hand runs out before the whole is there, then
   * returns that, decoded as without a listener. Yields after each piece but the last, so that whoever runs it can leave
   * it for a while or for good.
   */
  async *speak(
    { tokens, style, pitch, speed }: ModelInput,
    listener?: Listener,
  ): AsyncGenerator<void, Spoken, void> {
    const { Tensor } = this.#runtime
    const values = new Map<string, Tensor>([
      [NAMES.tokens, new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length])],
      [NAMES.style, new Tensor('float32', style, [1, style.length])],
      [NAMES.speed, new Tensor('float32', Float32Array.of(speed), [1])],
    ])
    await this.#run(0, values)
    const durations = Array.from(values.get(NAMES.durations)!.data as Float32Array)
    values.delete(NAMES.durations)
    raise(values.get(NAMES.pitch)!.data as Float32Array, pitch)
    const piece = framesOf(tokens, durations)
    if (listener) yield* this.#tellHeads(values, piece, listener)
    yield
    return { samples: yield* this.#decode(values, piece.total), durations }
  }

  async *#tellHeads(
    values: ReadonlyMap<string, Tensor>,
    piece: PartFrames,
    listener: Listener,
  ): AsyncGenerator<void, void, void> {
    for (let from = 0; ;) {
      const { atHand, rate } = listener
      const pace = { atHand, rate, secondsPerFrame: this.#secondsPerFrame }
      const to = nextCut(piece, from, pace, listener.hasMore)
      if (to === undefined) return
      yield
      const window = windowOf(piece, from, to)
      const some = valuesOf(this.#runtime, values, window)
      const samples = yield* this.#decode(some, window.decodedTo - window.decodedFrom)
      listener.hear(within(samples, window), piece, window)
      from = to
    }
  }

  /** Runs the decoder, yielding between its pieces. */
  async *#decode(values: Map<string, Tensor>, frames: number): AsyncGenerator<void, Float32Array, void> {
    let took = 0
    for (let index = 1; index < this.#sessions.length; index++) {
      if (index > 1) yield
      const began = performance.now()
      await this.#run(index, values)
      took += performance.now() - began
    }
    // Half of what is known, since a machine may be busy for a moment, or asleep.
    const measured = Math.min(took / 1_000 / frames, MOST_SLOWER * this.#secondsPerFrame)
    this.#secondsPerFrame = (this.#secondsPerFrame + measured) / 2
    return values.get(NAMES.audio)!.data as Float32Array
  }

  async #run(index: number, values: Map<string, Tensor>): Promise<void> {
    const session = this.#sessions[index]!
    const feeds = Object.fromEntries(session.inputNames.map((name) => [name, values.get(name)!]))
    for (const [name, value] of Object.entries(await session.run(feeds))) values.set(name, value as Tensor)
    for (const name of this.#spent[index]!) {
      values.get(name)?.dispose()
      values.delete(name)
    }
  }

  /** Gives its memory back. Nothing of it may be running. */
  async release(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.release()))
  }
}

/** What is sound of a window: nearer to the edges of what was decoded it sounds otherwise. */
function within(samples: Float32Array, { from, to, decodedFrom }: Window): Float32Array {
  const begin = from === 0 ? 0 : from * FRAME_SAMPLES - HALF_FADE
  const first = decodedFrom * FRAME_SAMPLES
  return samples.subarray(begin - first, to * FRAME_SAMPLES + HALF_FADE - first)
}

/** Near 0 there is no voice, and a factor changes nothing. */
function raise(pitch: Float32Array, factor: number): void {
  if (factor === 1) return
  for (let index = 0; index < pitch.length; index++) pitch[index]! *= factor
}
