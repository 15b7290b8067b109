import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Form } from '../graph-names.ts'
import type { ModelInput, Spoken } from '../inference/model.ts'

export type LaneSettings = { voicesDir: string; modelFolder: string; form: Form }

/** One more step of a text, which begins with its `input`, or its end (`ends`), which gets no response. */
export type LaneOrder = { work: number; input?: ModelInput; ends?: true }
/** From the thread, to each step: `spoken` with the last one. */
export type LaneAnswer = { spoken?: Spoken } | { error: Error }

export class Lane {
  readonly #thread: Worker
  readonly #gone = new AbortController()
  #last = 0

  static async open(settings: LaneSettings): Promise<Lane> {
    const thread = new Worker(new URL('lane-thread.ts', import.meta.url), { workerData: settings })
    await once(thread, 'message')
    return new Lane(thread)
  }

  private constructor(thread: Worker) {
    this.#thread = thread
    thread.once('exit', () => this.#gone.abort())
  }

  /** As {@link Model.speak}, for a text without a listener. A lane runs one step at a time. */
  async *speak(input: ModelInput): AsyncGenerator<void, Spoken, void> {
    const work = this.#last++
    let isOver = false
    try {
      for (let order: LaneOrder = { work, input }; ; order = { work }) {
        const answer = await this.#step(order)
        isOver = 'error' in answer || answer.spoken !== undefined
        if ('error' in answer) throw answer.error
        if (answer.spoken) return answer.spoken
        yield
      }
    } finally {
      if (!isOver) this.#send({ work, ends: true })
    }
  }

  async #step(order: LaneOrder): Promise<LaneAnswer> {
    const { signal } = this.#gone
    this.#send(order)
    try {
      const [answer] = (await once(this.#thread, 'message', { signal })) as [LaneAnswer]
      return answer
    } catch (error) {
      throw signal.aborted ? new Error('The thread of a lane has ended.', { cause: error }) : error
    }
  }

  #send(order: LaneOrder): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage(order)
  }

  /** Releases its memory. No step may be running: the whole process would abort. */
  async close(): Promise<void> {
    await this.#thread.terminate()
  }
}
