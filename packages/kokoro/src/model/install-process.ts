// Installs the natural voices in a process of its own, with low priority: downloads, hashes and the conversion do not
// slow down clips, and the lock is released with it. It exits with its parent.
import os from 'node:os'
import { VoicesFailure } from './failure.ts'
import { convert, installVoices, type Convert } from './install-voices.ts'
import type { PlatformStore } from './platform-store.ts'
import { KOKORO, type VoicesSpec } from './spec.ts'

/** The first message to the process. */
export type InstallOrder = {
  dir: string
  store?: PlatformStore | undefined
  /** Other processes retry so long after a failure. */
  retryMs: number
  /** A failure of another process after this time (ms since 1970) is not retried. */
  since: number
}

/** Messages of the process; its last one is no `tried`. `detail` is for the log. Its progress is in a file. */
export type InstallMessage =
  | { kind: 'tried'; source: string; detail: string }
  | { kind: 'installed' }
  | { kind: 'busy' }
  | { kind: 'failed'; reason: string; isFinal: boolean; detail: string | undefined }

const LOW_PRIORITY = 10

export async function runInstallProcess(spec: VoicesSpec, convertModel: Convert): Promise<void> {
  os.setPriority(LOW_PRIORITY)
  process.umask(0o077)
  const abort = new AbortController()
  process.once('disconnect', () => abort.abort(new Error('the parent has exited')))
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => abort.abort(new Error(signal)))
  const order = await new Promise<InstallOrder>((resolve) => {
    process.once('message', (message) => resolve(message as InstallOrder))
  })
  try {
    const outcome = await installVoices({
      ...order,
      spec,
      convert: convertModel,
      onTried: (source, why) => void say({ kind: 'tried', source, detail: detailOf(why) ?? '' }),
      signal: abort.signal,
    })
    await say({ kind: outcome })
  } catch (error) {
    if (abort.signal.aborted) process.exit(1)
    const { message, isFinal, cause } = error as VoicesFailure
    await say({ kind: 'failed', reason: message, isFinal, detail: detailOf(cause) })
  }
  process.exit(0)
}

/** Resolves once the parent has received it or has exited. */
const say = (message: InstallMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send!(message, () => resolve())
    else resolve()
  })

/** An error with its causes, without stacks. */
export function detailOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return [error.message, detailOf(error.cause)].filter(Boolean).join(': ')
}

if (import.meta.main) await runInstallProcess(KOKORO, convert)
