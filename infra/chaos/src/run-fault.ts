import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { setTimeout as after } from 'node:timers/promises'
import pWaitFor from 'p-wait-for'
import { NotTried, type Fault, type Row, type Stage } from './fault.ts'

/** Time limit of each fault. */
const LIMIT_MS = 10 * 60_000
/** Time for resources that were being opened when the run was stopped. */
const SETTLING_MS = 5_000

type Clean = Parameters<Stage['defer']>[0]

/** Runs a fault, cleans up after it and returns its table row. Never rejects. */
export async function runFault(fault: Fault, given: Pick<Stage, 'signal' | 'say' | 'log'>): Promise<Row> {
  const begun = performance.now()
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(LIMIT_MS)])
  const cleaning: Clean[] = []
  const stage: Stage = {
    ...given,
    signal,
    defer: (clean) => void cleaning.push(clean),
    async folder(name) {
      const folder = await temporaryFolder(`andscene-chaos-${name}`)
      cleaning.push(() => folder.remove())
      return folder.path
    },
    until: (what, isTrue, limitMs = 60_000) =>
      pWaitFor(isTrue, {
        interval: 50,
        signal,
        timeout: { milliseconds: limitMs, message: `${what}: not within ${limitMs / 1_000} s` },
      }),
  }
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  const running = fault.run(stage)
  const outcome = await Promise.race([running, aborted]).then(
    (result) => ({ ...result, verdict: result.bad.length === 0 ? ('good' as const) : ('BAD' as const) }),
    rowOfFailure,
  )
  if (signal.aborted) await Promise.race([running.catch(() => undefined), after(SETTLING_MS)])
  const left = await cleanUp(cleaning)
  const row = { name: fault.name, seconds: (performance.now() - begun) / 1_000, ...outcome }
  return left.length === 0 ? row : { ...row, verdict: 'BAD', bad: [...row.bad, ...left] }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function rowOfFailure(error: unknown): Pick<Row, 'verdict' | 'said'> & { bad: string[] } {
  const [why = ''] = messageOf(error).split('\n')
  if (error instanceof NotTried) return { verdict: 'not tried', said: `not tried: ${why}`, bad: [] }
  return { verdict: 'BAD', said: '', bad: [why] }
}

/** Cleans up in reverse order; returns one sentence per failure. */
async function cleanUp(cleaning: Clean[]): Promise<string[]> {
  const left: string[] = []
  for (const clean of cleaning.toReversed())
    try {
      await clean()
    } catch (error) {
      left.push(`not cleaned up: ${messageOf(error)}`)
    }
  return left
}
