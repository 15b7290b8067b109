import type { Script } from '@andscene/contracts/script'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import PQueue from 'p-queue'
import type { Clips, Stage } from '../fault.ts'

/** Fewer bytes cannot hold the sound of a line. */
const LEAST_BYTES = 500
const CONCURRENT = 6
const UNDER_WAY_MS = 5 * 60_000

export type Backlog = {
  /** Waits until so many more clips are made, so that the fault happens in the middle of the work. */
  underWay(more: number): Promise<number>
  /** Waits until every line is ready. */
  whole(limitMs: number): Promise<void>
  /** Downloads every clip, as a listener does, and counts; `writes` are the stored objects by path. */
  clips(writes?: ReadonlyMap<string, number>): Promise<Clips>
}

/** Casts a script of so many distinct lines: each needs a clip. */
export async function startBacklog(stage: Stage, origin: string, lines: number): Promise<Backlog> {
  const { token } = await createAccount(origin)
  const api = new PlatformClient(origin, token)
  const texts = Array.from(
    { length: lines },
    (_none, n) => `The lamp turns for the ${n}th time, and the sea answers.`,
  )
  const script = await api.uploadLines('backlog', texts)
  await api.cast(script, await api.fliteCasting(script))
  const { signal } = stage
  return {
    underWay: (more) => api.narrating(script, more, { signal, timeoutMs: UNDER_WAY_MS }),
    whole: (timeoutMs) => api.narrated(script, lines, { signal, timeoutMs }),
    clips: (writes) => count(api, script, writes),
  }
}

async function count(
  api: PlatformClient,
  { _id }: Script,
  writes: ReadonlyMap<string, number> = new Map(),
): Promise<Clips> {
  const { lines } = (await api.script(_id)).content
  const paths = [...new Set(lines.flatMap(({ audioCache }) => audioCache?.path ?? []))]
  const sounds = await new PQueue({ concurrency: CONCURRENT }).addAll(
    paths.map((path) => () => api.clip(path).catch(() => undefined)),
  )
  const stored = sounds.filter((sound) => sound && sound.length >= LEAST_BYTES).length
  const own = [...writes].filter(([path]) => path.startsWith(`scripts/${_id}/`))
  return {
    expected: lines.length,
    // An object that no line refers to would be one too many.
    stored: writes.size > 0 ? own.length : stored,
    missing: lines.length - stored,
    twice: own.filter(([, times]) => times > 1).length,
  }
}

/** What is wrong with the clips of a backlog. */
export function faultsOf({ expected, stored, missing }: Clips): string[] {
  return [
    ...(missing > 0 ? [`${missing} clips are missing`] : []),
    ...(stored > expected ? [`${stored - expected} clips too many are stored`] : []),
  ]
}
