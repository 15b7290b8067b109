import type { Result } from '../fault.ts'
import { faultsOf, type Backlog } from './backlog.ts'
import type { Load } from './load.ts'

/** The reconciler looks once a minute; the rest is for a machine that is busy. */
const WHOLE_MS = 5 * 60_000
/** Requests that are met by a platform which has everything again. */
const AFTERWARDS = 100

/** People go on for a while and leave; then all that was to be made is waited for, fetched and counted. */
export async function settled(
  load: Load,
  backlog: Backlog,
  writes?: ReadonlyMap<string, number>,
): Promise<Required<Pick<Result, 'requests' | 'clips' | 'bad'>>> {
  await load.more(AFTERWARDS)
  const lost = await load.stop()
  await backlog.whole(WHOLE_MS)
  const clips = await backlog.clips(writes)
  return {
    requests: load.tally.requests,
    clips,
    bad: [...load.tally.failures(), ...lost, ...faultsOf(clips)],
  }
}
