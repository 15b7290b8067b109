import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { setTimeout as after } from 'node:timers/promises'
import { NotTried, type Fault, type Result, type Row, type Stage } from './fault.ts'

/** No fault takes longer, whatever hangs. */
const LIMIT_MS = 10 * 60_000
/** For what was being opened when it was ended. */
const SETTLING_MS = 5_000

type Clean = Parameters<Stage['defer']>[0]

/** Runs a fault, then cleans up after it, and says what came of it. It never rejects. */
export async function runFault(fault: Fault, given: Pick<Stage, 'signal' | 'say' | 'log'>): Promise<Row> {
  const begun = performance.now()
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new Error(`it was not over within ${LIMIT_MS / 60_000} minutes`)),
    LIMIT_MS,
  )
  const signal = AbortSignal.any([given.signal, limit.signal])
  const cleaning: Clean[] = []
  const folders: Clean[] = []
  const late: Promise<string[]>[] = []
  let isOver = false
  const defer = (clean: Clean) => {
    // What was being opened while the fault was ended.
    if (isOver) late.push(cleanUp([clean]))
    else cleaning.push(clean)
  }
  const stage: Stage = {
    ...given,
    signal,
    defer,
    async folder(name) {
      const folder = await temporaryFolder(`andscene-chaos-${name}`)
      folders.push(() => folder.remove())
      return folder.path
    },
  }
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  aborted.catch(() => undefined)
  const running = fault.run(stage)
  const outcome = await Promise.race([running, aborted]).then(rowOf, rowOfFailure)
  isOver = true
  const left = await cleanUp(cleaning)
  if (signal.aborted) await Promise.race([running.catch(() => undefined), after(SETTLING_MS)])
  left.push(...(await Promise.all(late)).flat())
  // Last, when nobody writes to them any more.
  left.push(...(await cleanUp(folders)))
  clearTimeout(timer)
  const seconds = (performance.now() - begun) / 1_000
  const row = { name: fault.name, seconds, ...outcome }
  return left.length === 0 ? row : { ...row, verdict: 'BAD', bad: [...(row.bad ?? []), ...left] }
}

const rowOf = (result: Result) =>
  ({ ...result, verdict: result.bad.length === 0 ? 'good' : 'BAD' }) satisfies Partial<Row>

function rowOfFailure(error: unknown): Pick<Row, 'verdict' | 'said' | 'bad'> {
  if (error instanceof NotTried) return { verdict: 'not tried', said: `not tried: ${error.message}`, bad: [] }
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return { verdict: 'BAD', said: '', bad: [why] }
}

/** The last first. What cannot be cleaned up is said, and keeps nothing else from it. */
async function cleanUp(cleaning: Clean[]): Promise<string[]> {
  const left: string[] = []
  for (const clean of cleaning.toReversed())
    try {
      await clean()
    } catch (error) {
      left.push(`not cleaned up: ${error instanceof Error ? error.message : String(error)}`)
    }
  return left
}
