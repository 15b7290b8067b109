import { giveBackAtRest } from '@andscene/service-kit/process/memory-at-rest'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf } from './failure.ts'
import { printable } from './log/readable.ts'
import { signInDemo } from './seed/demo-account.ts'
import { startPlatform, type Platform, type PlatformOptions } from './platform.ts'

export type LauncherOptions = PlatformOptions & {
  /** What happens once the platform is ready; `signal` is set when it ends. */
  afterReady?: (platform: Platform, say: (line: string) => void, signal: AbortSignal) => Promise<void>
}

/**
 * Runs a platform in the foreground until SIGINT, SIGTERM, SIGHUP or the end of the process that started this one (its IPC
 * channel). Exit code 0 after such an end, 1 when it could not start.
 */
export async function runLauncher({ afterReady, ...options }: LauncherOptions = {}): Promise<void> {
  const abort = new AbortController()
  let platform: Platform | undefined
  const end = async () => {
    if (abort.signal.aborted) return
    abort.abort(new Error('stopped'))
    // A start under way ends itself, and then the process (below).
    if (!platform) return
    await platform.stop()
    process.exit(0)
  }
  // The reader of our output may close the pipe; the platform runs until it is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  process.on('disconnect', () => void end())

  try {
    platform = await startPlatform({ ...options, signal: abort.signal })
  } catch (error) {
    if (abort.signal.aborted) process.exit(0)
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  }
  giveBackAtRest()
  const { origin, demo, embeddedIdentity } = platform
  say(`\nReady: ${origin}`)
  if (embeddedIdentity && (await isThere(platform)))
    say(`Sign in at ${origin}/secret-login as ${demo.email} with the password ${demo.password}`)
  if ((options.env ?? process.env)['OPERATOR_TOKEN'])
    say(`Operators: ${platform.urls.tts}/operators, with OPERATOR_TOKEN as the password`)
  await afterReady?.(platform, say, abort.signal)
}

/** Whether the demo account still opens with what it began with; taken for granted when identity does not say. */
const isThere = (platform: Platform): Promise<boolean> =>
  signInDemo(platform).then(
    (token) => token !== undefined,
    () => true,
  )

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What a person can mend is one sentence; a mistake of ours keeps its stack. */
function sentence(error: unknown): string {
  // It may quote what a part said last.
  if (error instanceof OperatorError) return printable(error.message)
  if (codeOf(error) === 'ENOSPC') return 'The disk is full: free some space and start again.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
