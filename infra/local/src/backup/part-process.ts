import type { DataReport, FromPart, ToPart } from '@andscene/service-kit/data/data-part'
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { messageOf } from '../failure.ts'
import { environmentOf } from '../part-environment.ts'
import { ROOT } from '../paths.ts'
import { privately } from '../private-files.ts'
import type { Environment } from '../settings.ts'

/** Services that keep something; each is asked by a process of its own code (decision 0053). */
export const PARTS = ['scripts', 'tts', 'subscriptions'] as const
export type PartName = (typeof PARTS)[number]

type Options = {
  env: Environment
  dataDir: string
  args?: string[]
  /** Which scripts are there, for a part that asks. */
  scriptIds?: () => Promise<string[]>
}

/** A service's own process that hands out its data, takes it in or looks after it. */
export class PartProcess {
  readonly name: PartName
  /** Resolves when it holds its store still: nothing is written there until `go`. */
  readonly held: Promise<void>
  readonly done: Promise<DataReport>
  /** What it writes, as fast as it is read. */
  readonly output = new PassThrough()
  readonly #child: ChildProcess

  constructor(name: PartName, command: string, { env, dataDir, args = [], scriptIds }: Options) {
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
    this.#child.on('message', (message: FromPart) => {
      if (message.type === 'held') held.resolve()
      else if (message.type === 'ask')
        scriptIds?.().then(
          (ids) => this.#send({ type: 'scripts', ids }),
          (error: unknown) => {
            fail(messageOf(error))
            this.end()
          },
        )
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

  get input(): Writable {
    return this.#child.stdin!
  }

  go(): void {
    this.#send({ type: 'go' })
  }

  #send(message: ToPart): void {
    // A process that has exited reports it itself.
    this.#child.send(message, () => undefined)
  }

  /** Kills it without waiting for its output. */
  end(): void {
    this.output.resume()
    this.#child.kill('SIGKILL')
  }
}

/** Asks a part for something that takes no data. */
export async function askPart(name: PartName, command: string, options: Options): Promise<DataReport> {
  const part = new PartProcess(name, command, options)
  part.input.end()
  part.output.resume()
  return await part.done
}

/** The last output of a part that exited. */
export async function ownFailure(parts: PartProcess[]): Promise<unknown> {
  const ended = await Promise.allSettled(parts.map((part) => part.done))
  return ended
    .map((end): unknown => (end.status === 'rejected' ? end.reason : undefined))
    .find((reason) => reason !== undefined && !messageOf(reason).includes('SIGKILL'))
}
