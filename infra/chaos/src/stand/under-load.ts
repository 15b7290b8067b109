import type { Platform, PlatformOptions } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import type { Result, Stage } from '../fault.ts'
import { startBacklog, type Backlog } from './backlog.ts'
import { startLoad, type Load } from './load.ts'
import { settled } from './settled.ts'

/** Clips of the backlog that a fault comes into. */
export const LINES = 200

/** The platform that this project is, on a free port, with all that `options` say of it; it ends with the stage. */
export async function startOn(stage: Stage, options: PlatformOptions): Promise<Platform> {
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

export type UnderLoad = {
  platform: Platform
  load: Load
  backlog: Backlog
  /** When the fault is over: what all of it came to. `writes` counts what was stored, by path. */
  settled(writes?: ReadonlyMap<string, number>): Promise<Required<Pick<Result, 'requests' | 'clips' | 'bad'>>>
}

/** A platform that people use while the clips of a script are made. */
export async function startUnderLoad(stage: Stage, options: PlatformOptions): Promise<UnderLoad> {
  const platform = await startOn(stage, options)
  const load = await startLoad(stage, platform.origin)
  const backlog = await startBacklog(stage, platform.origin, LINES)
  return { platform, load, backlog, settled: (writes) => settled(load, backlog, writes) }
}
