import { ExpectedFailure, codeOf } from '../failure.ts'
import { startPlatform, type Platform } from '../platform.ts'

const abort = new AbortController()
let platform: Platform | undefined

// Whoever reads our output may go away; the platform goes on until it is told to stop.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
// The process that started this one was killed outright.
process.on('disconnect', () => void end())

try {
  platform = await startPlatform({
    colour: process.stdout.isTTY && !process.env['NO_COLOR'],
    signal: abort.signal,
  })
  if (!abort.signal.aborted)
    process.stdout.write(
      `\nReady: ${platform.origin}\nSign in as ${platform.demo.email} with the password ${platform.demo.password}\n\n`,
    )
} catch (error) {
  if (abort.signal.aborted) process.exit(0)
  process.stderr.write(`${sentence(error)}\n`)
  process.exit(1)
}

async function end(): Promise<void> {
  if (abort.signal.aborted) return
  abort.abort(new Error('stopped'))
  // A start under way ends itself and then the process (above).
  if (!platform) return
  await platform.stop()
  process.exit(0)
}

/** What a person can mend is one sentence; a mistake of ours keeps its stack. */
function sentence(error: unknown): string {
  if (error instanceof ExpectedFailure) return error.message
  if (codeOf(error) === 'ENOSPC') return 'The disk is full: free some space and start again.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
