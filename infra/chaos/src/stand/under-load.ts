import type { Platform, PlatformOptions } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import type { Stage } from '../fault.ts'
import { faultsOf, startBacklog, type Backlog, type Writes } from './backlog.ts'
import { startLoad, type Load } from './load.ts'

/** Clips in the backlog that the fault interrupts. */
export const LINES = 200
/** The reconciler runs once a minute; the rest is for a busy machine. */
const COMPLETION_LIMIT_MS = 5 * 60_000
/** Requests sent after the fault. */
const REQUESTS_AFTER_FAULT = 100

/** Starts a platform on a free port; it is stopped after the fault. */
export async function startTestPlatform(stage: Stage, options: PlatformOptions): Promise<Platform> {
  const platform = await temporaryPlatform({
    build: true,
    signal: stage.signal,
    log: stage.log,
    ...options,
    // A few users write as many notes as a crowd.
    env: { ...options.env, LIMIT_NOTES: '100000' },
  })
  stage.defer(() => platform.stop())
  return platform
}

/** A platform under load while the clips of a script are made. */
export async function startUnderLoad(stage: Stage, options: PlatformOptions) {
  const platform = await startTestPlatform(stage, options)
  const load = await startLoad(stage, platform.origin)
  const backlog = await startBacklog(stage, platform.origin, LINES)
  return { platform, load, backlog, settled: (writes?: Writes) => settled(load, backlog, writes) }
}

/** After a fault: stops the load after some more requests, waits for all clips, and counts the results. */
export async function settled(load: Load, backlog: Backlog, writes?: Writes) {
  await load.more(REQUESTS_AFTER_FAULT)
  const lost = await load.stop()
  await backlog.whole(COMPLETION_LIMIT_MS)
  const clips = await backlog.clips(writes)
  return {
    requests: load.tally.requests,
    clips,
    bad: [...load.tally.failures(), ...lost, ...faultsOf(clips)],
  }
}
