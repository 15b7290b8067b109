import type { DataReport, FromPart, ToPart } from '@andscene/service-kit/data/data-part'
import { EntryWriter, type Entry } from '@andscene/service-kit/data/entries'
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { messageOf } from '../failure.ts'
import { environmentOf } from '../part-environment.ts'
import { ROOT } from '../paths.ts'
import { privately } from '../private-files.ts'
import type { Environment } from '../settings.ts'

/** Services that keep something; each is asked by a process of its own code (decision 0053). */
export const PARTS = ['scripts', 'tts', 'subscriptions'] as const
export type PartName = (typeof PARTS)[number]

export type Where = { env: Environment; dataDir: string }
type Options = Where & {
  args?: string[]
  /** What must be read before a part learns which scripts exist (CopyMoment). */
  beforeScripts?: () => Promise<unknown>
}

export class PartProcess {
  readonly name: PartName
  /** Resolves when it holds its store still: nothing is written there until `go`. */
  readonly held: Promise<void>
  readonly done: Promise<DataReport>
  readonly output = new PassThrough()
  readonly #child: ChildProcess
  #entries: EntryWriter | undefined

  constructor(name: PartName, command: string, { env, dataDir, args = [], beforeScripts }: Options) {
    this.name = name
    const entry = path.join(ROOT, 'services', name, 'src/data/main.ts')
    this.#child = privately(() =>
      spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, command, ...args], {
        env: { ...environmentOf(env, 'documents', 'clips'), DATA_DIR: dataDir },
        stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      }),
    )
    // Immediately: Node drops unread output of a child that exits.
    this.#child.stdout!.pipe(this.output)
    const held = Promise.withResolvers<void>()
    const done = Promise.withResolvers<DataReport>()
    const fail = (message: string) => {
      const failure = new OperatorError(`${name}: ${message}`)
      held.reject(failure)
      done.reject(failure)
    }
    let said = ''
    this.#child.stderr!.on('data', (text) => {
      said = `${said}${String(text)}`.slice(-2_000)
    })
    const sendScripts = async () => {
      await beforeScripts?.()
      const { scriptIds = [] } = await askPart('scripts', 'scripts', { env, dataDir })
      this.#send({ type: 'scripts', ids: scriptIds })
    }
    this.#child.on('message', (message: FromPart) => {
      if (message.type === 'held') held.resolve()
      else if (message.type === 'ask')
        sendScripts().catch((error: unknown) => {
          fail(messageOf(error))
          this.kill()
        })
      else if (message.type === 'done') done.resolve(message.report)
      else fail(message.message)
    })
    this.#child.once('error', (error) => fail(error.message))
    this.#child.once('close', (code, signal) => fail(`ended with ${signal ?? code}. ${said.trim()}`))
    // It may end before it has read all.
    this.#child.stdin!.on('error', () => undefined)
    this.held = held.promise
    this.done = done.promise
    // Each is waited for in its turn.
    this.held.catch(() => undefined)
    this.done.catch(() => undefined)
  }

  go(): void {
    this.#send({ type: 'go' })
  }

  async take({ name, size, body }: Entry): Promise<void> {
    this.#entries ??= new EntryWriter(this.#child.stdin!)
    await this.#entries.addStream(name, size, body as AsyncIterable<Uint8Array>)
  }

  async finish(): Promise<DataReport> {
    if (this.#entries) await this.#entries.end()
    else this.#child.stdin!.end()
    return await this.done
  }

  #send(message: ToPart): void {
    // A process that has exited reports it itself.
    this.#child.send(message, () => undefined)
  }

  /** Without waiting for its output. */
  kill(): void {
    this.output.resume()
    this.#child.kill('SIGKILL')
  }
}

/** Asks a part for something that takes no data. */
export async function askPart(name: PartName, command: string, options: Options): Promise<DataReport> {
  const part = new PartProcess(name, command, options)
  part.output.resume()
  return await part.finish()
}

/** Kills parts after `error`. A part that failed itself says more than the stream from or to it that was cut. */
export async function failureOf(parts: readonly PartProcess[], error: unknown): Promise<unknown> {
  for (const part of parts) part.kill()
  const ends = await Promise.allSettled(parts.map((part) => part.done))
  const reasons = ends.map((end): unknown => (end.status === 'rejected' ? end.reason : undefined))
  return reasons.find((reason) => reason !== undefined && !messageOf(reason).includes('SIGKILL')) ?? error
}
