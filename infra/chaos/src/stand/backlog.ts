import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import PQueue from 'p-queue'
import type { Clips, Stage } from '../fault.ts'

/** A clip with fewer bytes cannot contain the audio of a line. */
const MIN_CLIP_BYTES = 500
const CONCURRENT = 6
const UNDER_WAY_MS = 5 * 60_000

/** Returns the number of writes of each stored object, by its path. */
export type Writes = () => Promise<Map<string, number>>
export type Backlog = Awaited<ReturnType<typeof startBacklog>>

/** Casts a script with this many distinct lines; each needs its own clip. */
export async function startBacklog({ signal }: Stage, origin: string, lines: number) {
  const { token } = await createAccount(origin)
  const api = new PlatformClient(origin, token)
  const texts = Array.from(
    { length: lines },
    (_none, n) => `The lamp turns for the ${n}th time, and the sea answers.`,
  )
  const script = await api.uploadLines('backlog', texts)
  await api.cast(script, await api.fliteCasting(script))
  return {
    /** Waits until this many more clips are made, so that the fault happens in the middle of the work. */
    underWay: (more: number) => api.narrating(script, more, { signal, timeoutMs: UNDER_WAY_MS }),
    /** Waits until every line is ready. */
    whole: (timeoutMs: number) => api.narrated(script, lines, { signal, timeoutMs }),
    /** Downloads and counts every clip, as a listener does. */
    async clips(writes?: Writes): Promise<Clips> {
      const { content } = await api.script(script._id)
      const paths = [...new Set(content.lines.flatMap(({ audioCache }) => audioCache?.path ?? []))]
      const sounds = await new PQueue({ concurrency: CONCURRENT }).addAll(
        paths.map((path) => () => api.clip(path).catch(() => undefined)),
      )
      const stored = sounds.filter((sound) => sound && sound.length >= MIN_CLIP_BYTES).length
      const own = [...((await writes?.()) ?? [])].filter(([path]) =>
        path.startsWith(`scripts/${script._id}/`),
      )
      return {
        expected: lines,
        // An object that no line refers to is a duplicate.
        stored: writes ? own.length : stored,
        missing: lines - stored,
        twice: own.filter(([, times]) => times > 1).length,
      }
    },
  }
}

/** Problems with the clips of a backlog. */
export function faultsOf({ expected, stored, missing }: Clips): string[] {
  return [
    ...(missing > 0 ? [`${missing} clips are missing`] : []),
    ...(stored > expected ? [`${stored - expected} clips too many are stored`] : []),
  ]
}
