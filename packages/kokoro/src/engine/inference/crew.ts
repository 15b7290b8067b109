import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { join } from 'node:path'
import { NAMES } from '../graph-names.ts'
import { FRAMES_PER_SECOND } from '../heads/head-plan.ts'
import { createRequire } from 'node:module'
import { voiceFolders } from '../../model/folders.ts'
import { KOKORO } from '../../model/spec.ts'

/** Of `onnxruntime-node`, which is no dependency: its package has every system's binaries. */
export type Runtime = typeof import('onnxruntime-common')

/** Loads a native library into this process. Throws when it is missing or does not fit the machine. */
export function loadRuntime(voicesDir: string): Runtime {
  return createRequire(join(voiceFolders(voicesDir, KOKORO).runtime, 'package.json'))(
    'onnxruntime-node',
  ) as Runtime
}

const READ: ReadonlySet<string> = new Set([NAMES.audio, NAMES.durations])
/** Assumed until measured: twice real time. */
const USUAL_SECONDS_PER_FRAME = 1 / (2 * FRAMES_PER_SECOND)
/** A measurement changes the known speed by at most this factor. */
const MOST_SLOWER = 2
/** Each text of another crew makes the measurement older: this one may be faster now. */
const HOPE = 0.98

export type CrewOptions = {
  runtime: Runtime
  folder: string
  files: readonly string[]
  session: InferenceSession.SessionOptions
}

export class Crew {
  readonly #options: CrewOptions
  readonly #sessions: InferenceSession[] = []
  #spent: string[][] = []
  #secondsPerFrame = USUAL_SECONDS_PER_FRAME
  #hope = 1

  constructor(options: CrewOptions) {
    this.#options = options
  }

  get isWhole(): boolean {
    return this.#sessions.length === this.#options.files.length
  }

  get secondsPerFrame(): number {
    return this.#secondsPerFrame
  }

  /** Expected time if it has become faster since it last spoke. */
  get hopedSecondsPerFrame(): number {
    return this.#secondsPerFrame * this.#hope
  }

  get pieces(): number {
    return this.#options.files.length
  }

  /** Loads one more piece, which blocks the event loop for some 50 ms. Rejects without its file or memory. */
  async loadNext(): Promise<void> {
    const { runtime, folder, files, session } = this.#options
    const file = files[this.#sessions.length]
    if (file === undefined) return
    this.#sessions.push(await runtime.InferenceSession.create(join(folder, file), session))
    if (this.isWhole) this.#spent = spentAfterEach(this.#sessions)
  }

  async run(index: number, values: Map<string, Tensor>): Promise<void> {
    const session = this.#sessions[index]!
    const feeds = Object.fromEntries(session.inputNames.map((name) => [name, values.get(name)!]))
    for (const [name, value] of Object.entries(await session.run(feeds))) values.set(name, value as Tensor)
    for (const name of this.#spent[index]!) {
      values.get(name)?.dispose()
      values.delete(name)
    }
  }

  /** Seconds for a frame. Half of the old value stays: a machine may be busy or asleep for a moment. */
  took(secondsPerFrame: number): void {
    const measured = Math.min(secondsPerFrame, MOST_SLOWER * this.#secondsPerFrame)
    this.#secondsPerFrame = (this.#secondsPerFrame + measured) / 2
    this.#hope = 1
  }

  expect(secondsPerFrame: number): void {
    this.#secondsPerFrame = secondsPerFrame
  }

  rest(): void {
    this.#hope *= HOPE
  }

  async release(): Promise<void> {
    await Promise.allSettled(this.#sessions.splice(0).map((session) => session.release()))
  }
}

const spentAfterEach = (sessions: readonly InferenceSession[]): string[][] =>
  sessions.map(({ inputNames, outputNames }, index) => {
    const later = new Set(sessions.slice(index + 1).flatMap((session) => session.inputNames))
    return [...inputNames, ...outputNames].filter((name) => !later.has(name) && !READ.has(name))
  })
