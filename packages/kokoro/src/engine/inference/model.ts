import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { availableMemory as ofSystem, ROOM } from '../process/available-memory.ts'
import { Crew, type Runtime } from './crew.ts'
import { fastestForm } from './fastest-form.ts'
import { evenLevel, valuesOf } from './frame-values.ts'
import { FRAME_SAMPLES, HALF_FADE, NAMES, PIECES_FILE, type Form, type Pieces } from '../graph-names.ts'
import { crossFade } from '../heads/growing-speech.ts'
import { changePitch, type PitchChange } from './pitch-curve.ts'
import { followMelody, type FollowedWord } from './follow-melody.ts'
import { stressWords, type Stress } from './stress.ts'
import { evenCut, framesOf, nextCut, windowOf, type PartFrames, type Window } from '../heads/head-plan.ts'

/** `tokens` with 0 at both ends; `style` of 256 numbers; `speed` is a factor, 1 leaves it. */
export type ModelInput = PitchChange & {
  tokens: readonly number[]
  style: Float32Array
  speed: number
  stressed?: readonly Stress[]
  followed?: readonly FollowedWord[]
}
export type Listener = {
  readonly atHand: number
  readonly rate: number
  readonly hasMore: boolean
  /** New samples from one frame to another, with {@link HALF_FADE} more at both ends but the first. */
  hear(samples: Float32Array, piece: PartFrames, span: { from: number; to: number }): void
}
export type ModelOptions = {
  threads: number
  form?: Form
  availableMemory?: () => number
}
/** `durations`: frames of 25 ms of each token; `samples` at 24 kHz. */
export type Spoken = { samples: Float32Array; durations: number[] }

/** A text with this much other sound buffered (seconds) can wait for a slower attempt. */
const PATIENT_SECONDS = 3

/** Small enough not to block for long, large enough to arrive in time on a busy machine. */
const GROWN_AT_ONCE = 4

/**
 * On several threads all wait for the slowest. Where processors are busy half as many threads are faster:
 * both crews are loaded, and the lately faster one speaks.
 */
export class Model {
  readonly form: Form
  readonly #runtime: Runtime
  #crews: readonly Crew[]
  readonly #availableMemory: () => number

  /** In the form that is fastest on this processor, unless one is given. Rejects without a file or memory. */
  static async load(
    runtime: Runtime,
    folder: string,
    { threads, form, availableMemory = ofSystem }: ModelOptions,
  ): Promise<Model> {
    const { encoder, decoder, probe } = JSON.parse(
      await readFile(join(folder, PIECES_FILE), 'utf8'),
    ) as Pieces
    form ??= probe ? await fastestForm(runtime, folder, probe, sessionOptions(1)) : 'float32'
    const files = [encoder[form] ?? encoder.float32, ...(decoder[form] ?? decoder.float32)]
    const crews = [...new Set([threads, Math.ceil(threads / 2)])].map(
      (count) => new Crew({ runtime, folder, files, session: sessionOptions(count) }),
    )
    const first = crews[0]!
    try {
      while (!first.isWhole) {
        await first.loadNext()
        // Loading blocks the event loop: handles a request or ping in between.
        await new Promise(setImmediate)
      }
    } catch (error) {
      await first.release()
      throw error
    }
    return new Model(runtime, crews, { form, availableMemory })
  }

  private constructor(
    runtime: Runtime,
    crews: readonly Crew[],
    { form, availableMemory }: { form: Form; availableMemory: () => number },
  ) {
    this.form = form
    this.#availableMemory = availableMemory
    this.#runtime = runtime
    this.#crews = crews
  }

  get secondsPerFrame(): number {
    return this.#fastest().secondsPerFrame
  }

  /** Loads more of the pieces, some 50 ms each, unless memory is short. Failures are ignored. */
  async grow(): Promise<void> {
    const next = this.#crews.find((crew) => !crew.isWhole)
    if (!next || this.#availableMemory() < ROOM) return
    try {
      for (let count = 0; count < GROWN_AT_ONCE; count++) await next.loadNext()
      if (next.isWhole) next.expect(this.#crews[0]!.secondsPerFrame)
    } catch {
      this.#crews = this.#crews.filter((crew) => crew !== next)
      await next.release()
    }
  }

  /** The lately faster crew, or for a low-priority text one that may be faster again. */
  #fastest(isPatient = false): Crew {
    const pace = (crew: Crew) => (isPatient ? crew.hopedSecondsPerFrame : crew.secondsPerFrame)
    return this.#crews
      .filter((crew) => crew.isWhole)
      .reduce((best, crew) => (pace(crew) < pace(best) ? crew : best))
  }

  /**
   * With a listener, decodes in windows and passes all but the last one on immediately. Yields after each step
   * but the last, so that the caller can pause or abandon the text.
   */
  async *speak(
    { tokens, style, speed, stressed = [], followed = [], ...change }: ModelInput,
    listener?: Listener,
  ): AsyncGenerator<void, Spoken, void> {
    const { Tensor } = this.#runtime
    const crew = this.#fastest(!listener || listener.atHand > PATIENT_SECONDS)
    for (const other of this.#crews) if (other !== crew) other.rest()
    const values = new Map<string, Tensor>([
      [NAMES.tokens, new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length])],
      [NAMES.style, new Tensor('float32', style, [1, style.length])],
      [NAMES.speed, new Tensor('float32', Float32Array.of(speed), [1])],
    ])
    await crew.run(0, values)
    let durations = Array.from(values.get(NAMES.durations)!.data as Float32Array)
    values.delete(NAMES.durations)
    changePitch(values.get(NAMES.pitch)!.data as Float32Array, change)
    if (followed.length > 0) durations = followMelody(this.#runtime, values, durations, followed)
    if (stressed.length > 0) durations = stressWords(this.#runtime, values, durations, stressed)
    const piece = framesOf(tokens, durations)
    yield
    const samples = yield* this.#decodeWindows(crew, values, piece, { listener, ...change })
    return { samples, durations }
  }

  async *#decodeWindows(
    crew: Crew,
    values: Map<string, Tensor>,
    piece: PartFrames,
    { listener, voiceless }: { listener: Listener | undefined; voiceless?: boolean | undefined },
  ): AsyncGenerator<void, Float32Array, void> {
    const nextEnd = (from: number) => {
      if (!listener) return evenCut(piece, from)
      const { atHand, rate, hasMore } = listener
      return nextCut(piece, from, { atHand, rate, secondsPerFrame: crew.secondsPerFrame }, hasMore)
    }
    let joined = new Float32Array(0)
    for (let from = 0; from < piece.total;) {
      const to = nextEnd(from)
      if (from === 0 && to === piece.total) return yield* decode(crew, values, piece.total)
      const window = windowOf(piece, from, to)
      const some = valuesOf(this.#runtime, values, window)
      const decoded = yield* decode(crew, some, window.decodedTo - window.decodedFrom)
      const samples = evenLevel(
        within(decoded, window),
        values.get(NAMES.energy)!.data as Float32Array,
        window,
        voiceless,
      )
      joined = crossFade(joined, samples)
      if (to < piece.total) {
        listener?.hear(samples, piece, window)
        yield
      }
      from = to
    }
    return joined
  }

  async release(): Promise<void> {
    await Promise.all(this.#crews.map((crew) => crew.release()))
  }
}

const sessionOptions = (threads: number): InferenceSession.SessionOptions => ({
  executionProviders: ['cpu'],
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Each piece would keep an arena as large as its longest text needed (3 GB in all for 12 s of sound).
  enableCpuMemArena: false,
  enableMemPattern: false,
  // Waiting threads must not spin.
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
})

async function* decode(
  crew: Crew,
  values: Map<string, Tensor>,
  frames: number,
): AsyncGenerator<void, Float32Array, void> {
  let took = 0
  for (let index = 1; index < crew.pieces; index++) {
    if (index > 1) yield
    const began = performance.now()
    await crew.run(index, values)
    took += performance.now() - began
  }
  crew.took(took / 1_000 / frames)
  return values.get(NAMES.audio)!.data as Float32Array
}

/** The window without its edges, which sound different. */
function within(samples: Float32Array, { from, to, decodedFrom }: Window): Float32Array {
  const begin = from === 0 ? 0 : from * FRAME_SAMPLES - HALF_FADE
  const first = decodedFrom * FRAME_SAMPLES
  return samples.subarray(begin - first, to * FRAME_SAMPLES + HALF_FADE - first)
}
