import { collectGarbageWhenIdle } from '@andscene/service-kit/process/idle-collection'
import { sentenceOf } from './failure.ts'
import { signInDemo } from './seed/demo-account.ts'
import { startPlatform, type Platform, type PlatformOptions } from './platform.ts'

export type LauncherOptions = PlatformOptions & {
  /** Runs once the platform is ready; `signal` is aborted when it stops. */
  afterReady?: (platform: Platform, say: (line: string) => void, signal: AbortSignal) => Promise<void>
}

/** Runs a platform until a signal arrives or its parent exits: exits with 0, or with 1 if the start failed. */
export async function runLauncher({ afterReady, ...options }: LauncherOptions = {}): Promise<void> {
  const abort = new AbortController()
  let platform: Platform | undefined
  const end = async () => {
    if (abort.signal.aborted) return
    abort.abort(new Error('stopped'))
    // Aborting a start rejects it, which ends the process (below).
    if (!platform) return
    await platform.stop()
    process.exit(0)
  }
  // The reader of our output may close the pipe; the platform keeps running.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  process.on('disconnect', () => void end())

  try {
    platform = await startPlatform({ ...options, signal: abort.signal })
  } catch (error) {
    if (abort.signal.aborted) process.exit(0)
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exit(1)
  }
  collectGarbageWhenIdle()
  const { origin, demo, embeddedIdentity } = platform
  say(`\nReady: ${origin}`)
  if (embeddedIdentity && (await isDemoUnchanged(platform)))
    say(`Sign in at ${origin}/secret-login as ${demo.email} with the password ${demo.password}`)
  if ((options.env ?? process.env)['OPERATOR_TOKEN'])
    say(`Operators: ${platform.urls.tts}/operators, with OPERATOR_TOKEN as the password`)
  await afterReady?.(platform, say, abort.signal)
}

/** Whether the demo account still has its first password; assumed if identity does not report it. */
const isDemoUnchanged = (platform: Platform): Promise<boolean> =>
  signInDemo(platform).then(
    (token) => token !== undefined,
    () => true,
  )

const say = (line: string) => process.stdout.write(`${line}\n`)
