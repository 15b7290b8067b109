import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { isAlive } from '../failure.ts'
import { privately } from '../private-files.ts'

export type GuardMessage =
  { type: 'lock'; file: string } | { type: 'watch'; pid: number } | { type: 'unwatch'; pid: number }
export type GuardReply = { type: 'locked' | 'busy' } | { type: 'failed'; message: string }

type Owner = { pid: number; origin: string }

/** After a kill -9, the guard of the killed platform may still be cleaning up. */
const CLEARING_LIMIT_MS = 7_000

/** The launcher's side of the guard process (see guard-process.ts). */
export class Guard {
  readonly #lockFile: string
  readonly #ownerFile: string
  readonly #say: (line: string) => void
  readonly #pids = new Set<number>()
  #process: ChildProcess | undefined
  #closing = false

  constructor(dataDir: string, say: (line: string) => void) {
    this.#say = say
    this.#lockFile = path.join(dataDir, 'platform.lock')
    this.#ownerFile = path.join(dataDir, 'platform.json')
  }

  /** Starts the guard and locks DATA_DIR; throws an OperatorError if another platform uses it. */
  async start(): Promise<void> {
    const deadline = Date.now() + CLEARING_LIMIT_MS
    for (;;) {
      const reply = await this.#spawn()
      if (reply.type === 'locked') return
      await this.close()
      this.#closing = false
      if (reply.type === 'failed')
        throw new OperatorError(`DATA_DIR cannot be locked: ${this.#lockFile} (${reply.message}).`)
      const owner = this.#owner()
      const beingCleared = owner !== undefined && !isAlive(owner.pid) && Date.now() < deadline
      if (!beingCleared)
        throw new OperatorError(
          `DATA_DIR ${path.dirname(this.#lockFile)} is used by a platform that runs already${
            owner ? ` (${owner.origin}, process ${owner.pid})` : ''
          }: stop that one, or choose another folder with DATA_DIR.`,
        )
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** Records which process uses DATA_DIR, for the error sentence of another start. */
  announce(origin: string): void {
    writeFileSync(this.#ownerFile, JSON.stringify({ pid: process.pid, origin } satisfies Owner), {
      mode: 0o600,
    })
  }

  /** Registers `pid`, the leader of a process group that must not outlive the launcher. */
  watch(pid: number): void {
    this.#pids.add(pid)
    this.#send({ type: 'watch', pid })
  }

  unwatch(pid: number): void {
    this.#pids.delete(pid)
    this.#send({ type: 'unwatch', pid })
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  async close(): Promise<void> {
    this.#closing = true
    const guard = this.#process
    this.#process = undefined
    if (!guard || guard.exitCode !== null || guard.signalCode !== null) return
    const ended = once(guard, 'exit')
    guard.ref()
    guard.disconnect()
    await ended
  }

  async #replace(): Promise<void> {
    const reply = await this.#spawn().catch(() => undefined)
    if (reply?.type === 'locked') this.#say('the guard process was ended; a new one is there')
  }

  async #spawn(): Promise<GuardReply> {
    const guard = privately(() =>
      fork(path.join(import.meta.dirname, 'guard-process.ts'), {
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        execArgv: [],
      }),
    )
    this.#process = guard
    // The guard must not keep the launcher alive.
    guard.unref()
    guard.on('exit', () => {
      // The guard was killed: start a new one, because a killed launcher would otherwise leave its children running.
      if (this.#process === guard && !this.#closing) void this.#replace()
    })
    guard.on('error', () => undefined)
    const replied = new Promise<GuardReply>((resolve, reject) => {
      guard.once('message', (message) => resolve(message as GuardReply))
      guard.once('exit', (code) => reject(new Error(`The guard process ended (${code}).`)))
    })
    this.#send({ type: 'lock', file: this.#lockFile })
    for (const pid of this.#pids) this.#send({ type: 'watch', pid })
    return await replied
  }

  #send(message: GuardMessage): void {
    if (this.#process?.connected) this.#process.send(message, () => undefined)
  }

  #owner(): Owner | undefined {
    try {
      return JSON.parse(readFileSync(this.#ownerFile, 'utf8')) as Owner
    } catch {
      return undefined
    }
  }
}
