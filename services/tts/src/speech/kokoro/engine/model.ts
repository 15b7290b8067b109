import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NAMES, PIECES_FILE } from './graph-names.ts'
import type { Runtime } from './runtime.ts'

/** `tokens` with 0 at both ends; `style` of 256 numbers; `pitch` and `speed` are factors, 1 leaves them. */
export type ModelInput = { tokens: readonly number[]; style: Float32Array; pitch: number; speed: number }
/** `durations`: frames of 25 ms of each token; `samples` at 24 kHz. */
export type Spoken = { samples: Float32Array; durations: number[] }

/** The loaded model: sessions of its pieces, and the values that go from one to the next. */
export class Model {
  readonly #sessions: InferenceSession[]
  readonly #runtime: Runtime
  /** Values that no later piece uses, by piece. */
  readonly #spent: string[][]

  /** Rejects when a file is missing or damaged, or memory is short. */
  static async load(runtime: Runtime, folder: string, { threads }: { threads: number }): Promise<Model> {
    const files = JSON.parse(await readFile(join(folder, PIECES_FILE), 'utf8')) as string[]
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
    const sessions: InferenceSession[] = []
    try {
      for (const file of files) {
        sessions.push(await runtime.InferenceSession.create(join(folder, file), options))
        // Loading holds the event loop: a request or a sign of life in between.
        await new Promise(setImmediate)
      }
    } catch (error) {
      await Promise.allSettled(sessions.map((session) => session.release()))
      throw error
    }
    return new Model(runtime, sessions)
  }

  private constructor(runtime: Runtime, sessions: InferenceSession[]) {
    this.#runtime = runtime
    this.#sessions = sessions
    this.#spent = sessions.map(({ inputNames, outputNames }, index) => {
      const later = new Set(sessions.slice(index + 1).flatMap((session) => session.inputNames))
      return [...inputNames, ...outputNames].filter((name) => !later.has(name) && name !== NAMES.audio)
    })
  }

  /** Yields after each piece but the last, so that whoever runs it can leave it for a while or for good. */
  async *speak({ tokens, style, pitch, speed }: ModelInput): AsyncGenerator<void, Spoken, void> {
    const { Tensor } = this.#runtime
    const values = new Map<string, Tensor>([
      [NAMES.tokens, new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length])],
      [NAMES.style, new Tensor('float32', style, [1, style.length])],
      [NAMES.speed, new Tensor('float32', Float32Array.of(speed), [1])],
    ])
    let durations: number[] = []
    for (const [index, session] of this.#sessions.entries()) {
      const feeds = Object.fromEntries(session.inputNames.map((name) => [name, values.get(name)!]))
      for (const [name, value] of Object.entries(await session.run(feeds))) values.set(name, value as Tensor)
      if (index === 0) {
        durations = Array.from(values.get(NAMES.durations)!.data as Float32Array)
        raise(values.get(NAMES.pitch)!.data as Float32Array, pitch)
      }
      for (const name of this.#spent[index]!) {
        values.get(name)?.dispose()
        values.delete(name)
      }
      if (index < this.#sessions.length - 1) yield
    }
    return { samples: values.get(NAMES.audio)!.data as Float32Array, durations }
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
