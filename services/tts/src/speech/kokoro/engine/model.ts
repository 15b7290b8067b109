import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fastestForm } from './fastest-form.ts'
import { FRAME_SAMPLES, NAMES, PIECES_FILE, type Form, type Pieces } from './graph-names.ts'
import { cutOfHead, FRAMES_PER_SECOND, type HeadCut } from './head-cut.ts'
import type { Runtime } from './runtime.ts'

/** `tokens` with 0 at both ends; `style` of 256 numbers; `pitch` and `speed` are factors, 1 leaves them. */
export type ModelInput = { tokens: readonly number[]; style: Float32Array; pitch: number; speed: number }
/** The beginning of a piece of speech, 24 kHz, and how many frames of 25 ms the piece has. */
export type SpokenHead = { samples: Float32Array; frames: number }
/** `durations`: frames of 25 ms of each token; `samples` at 24 kHz. */
export type Spoken = { samples: Float32Array; durations: number[] }

/** Values of each frame, by the name of a value that has some for each; they stand in the last dimension. */
const PER_FRAME: Readonly<Record<string, number>> = {
  [NAMES.pitch]: 2,
  [NAMES.energy]: 2,
  [NAMES.aligned]: 1,
}
/** Values that are read here. */
const READ: ReadonlySet<string> = new Set([NAMES.audio, NAMES.durations])

/** Until it has been measured: four times real time. */
const USUAL_SECONDS_PER_FRAME = 1 / (4 * FRAMES_PER_SECOND)
/** Beside the decoder's time: until the whole is encoded, stored and fetched. */
const LATE_SECONDS = 0.3

/** The loaded model: sessions of its pieces, and the values that go from one to the next. */
export class Model {
  readonly form: Form
  readonly #sessions: InferenceSession[]
  readonly #runtime: Runtime
  /** Values that no later piece uses, by piece. */
  readonly #spent: string[][]
  /** How long the decoder takes, as last measured. */
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
      for (const file of [encoder, ...(decoder[form] ?? decoder.float32)]) {
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

  /** Yields after each piece but the last, so that whoever runs it can leave it for a while or for good. */
  async *speak(
    { tokens, style, pitch, speed }: ModelInput,
    onHead?: (head: SpokenHead) => void,
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
    const frames = durations.reduce((sum, duration) => sum + duration, 0)
    const cut = onHead && cutOfHead(tokens, durations, frames * this.#secondsPerFrame + LATE_SECONDS)
    if (cut) {
      yield
      onHead({ samples: yield* this.#decode(this.#beginning(values, cut), cut.decoded, cut), frames })
    }
    yield
    return { samples: yield* this.#decode(values, frames), durations }
  }

  /** Runs the decoder, yielding between its pieces; of a beginning only what is before its cut is sound. */
  async *#decode(
    values: Map<string, Tensor>,
    frames: number,
    cut?: HeadCut,
  ): AsyncGenerator<void, Float32Array, void> {
    let took = 0
    for (let index = 1; index < this.#sessions.length; index++) {
      if (index > 1) yield
      const began = performance.now()
      await this.#run(index, values)
      took += performance.now() - began
    }
    // Half of what is known: a machine may be busy for a moment.
    this.#secondsPerFrame = (this.#secondsPerFrame + took / 1_000 / frames) / 2
    const samples = values.get(NAMES.audio)!.data as Float32Array
    return cut ? samples.subarray(0, cut.frames * FRAME_SAMPLES) : samples
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

  /** A copy of what the decoder needs of the first frames: each run disposes of what it has used. */
  #beginning(values: Map<string, Tensor>, { decoded }: HeadCut): Map<string, Tensor> {
    const beginning = new Map<string, Tensor>()
    for (const [name, tensor] of values) {
      const { dims } = tensor
      const data = tensor.data as Float32Array
      const length = dims.at(-1) ?? 1
      const kept = name in PER_FRAME ? decoded * PER_FRAME[name]! : length
      const some = new Float32Array((data.length / length) * kept)
      for (let from = 0, to = 0; from < data.length; from += length, to += kept)
        some.set(data.subarray(from, from + kept), to)
      beginning.set(name, new this.#runtime.Tensor('float32', some, [...dims.slice(0, -1), kept]))
    }
    return beginning
  }

  /** Gives its memory back. Nothing of it may be running. */
  async release(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.release()))
  }
}

/** Near 0 there is no voice, and a factor changes nothing. */
function raise(pitch: Float32Array, factor: number): void {
  if (factor === 1) return
  for (let index = 0; index < pitch.length; index++) pitch[index]! *= factor
}
