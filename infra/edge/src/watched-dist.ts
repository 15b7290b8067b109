import { stat } from 'node:fs/promises'
import path from 'node:path'

/** The `dist` of one shell or remote: what is built there is taken over when it is first seen whole. */
export class WatchedDist {
  readonly #dist: string
  readonly #marks: string[]
  readonly #take: () => Promise<string>
  #seen = ''
  #version: string | undefined
  #running: Promise<string | undefined> | undefined

  /**
   * `marks` are files that every whole build has; a change of one of them means a new build. `take` copies it, because the
   * next build clears `dist`, and resolves with its version.
   */
  constructor(dist: string, marks: string[], take: () => Promise<string>) {
    this.#dist = dist
    this.#marks = marks
    this.#take = take
  }

  /** Version of the newest whole build; while `dist` is being rewritten the one before. Undefined when there never was one. */
  current(): Promise<string | undefined> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #look(): Promise<string | undefined> {
    const seen = await this.#signature()
    if (seen === undefined || seen === this.#seen) return this.#version
    try {
      const version = await this.#take()
      // Rewritten while it was copied: the next request looks again.
      if ((await this.#signature()) !== seen) return this.#version
      this.#version = version
      this.#seen = seen
    } catch (error) {
      // A build under way: files come and go.
      if (this.#version === undefined) throw error
    }
    return this.#version
  }

  /** Sizes and times of the marks, or undefined when one is missing. */
  async #signature(): Promise<string | undefined> {
    const stats = await Promise.all(
      this.#marks.map((mark) => stat(path.join(this.#dist, mark)).catch(() => undefined)),
    )
    if (stats.includes(undefined)) return undefined
    return stats.map((found) => `${found?.size} ${found?.mtimeMs}`).join('\n')
  }
}
