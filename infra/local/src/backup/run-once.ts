import { ExpectedFailure } from '../failure.ts'

/**
 * Runs a command to its end: exit code 0, 1 with a sentence when it failed, 130 when it was told to stop. `work` may return
 * how it is used; that is a failure too.
 */
export async function runOnce(
  work: (args: string[], signal: AbortSignal) => Promise<string | undefined>,
): Promise<void> {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => abort.abort(new Error('stopped')))
  process.on('disconnect', () => abort.abort(new Error('stopped')))
  try {
    const usage = await work(process.argv.slice(2), abort.signal)
    if (usage !== undefined) {
      process.stderr.write(`${usage}\n`)
      process.exit(1)
    }
    process.exit(process.exitCode ?? 0)
  } catch (error) {
    if (abort.signal.aborted) process.exit(130)
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  }
}

/** What a person can mend is one sentence; a mistake of ours keeps its stack. */
function sentence(error: unknown): string {
  if (error instanceof ExpectedFailure) return error.message
  if (error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS'))
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
