import { readOptions } from '@andscene/releases/command/options'
import { run } from '@andscene/releases/command/run'
import type { ReleaseStore } from '@andscene/releases/store/release-store'
import path from 'node:path'
import type { RemoteRegistry } from '@andscene/contracts/platform'
import type { Stage } from '../fault.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const SEEN_LIMIT_MS = 10_000

/** Runs `npm run release -- …` in this process. */
export async function release(store: ReleaseStore, origin: string, ...words: string[]): Promise<void> {
  await run(readOptions(words), { root: ROOT, store, origin: () => origin, say: () => undefined })
}

/** The registry as a browser loads it. */
export async function registryAt(origin: string): Promise<RemoteRegistry> {
  return (await (await fetch(`${origin}/remotes.json`)).json()) as RemoteRegistry
}

export const versionAt = async (origin: string, name: string): Promise<string | undefined> =>
  (await registryAt(origin)).remotes.find((remote) => remote.name === name)?.version

/** Duration of a command, and the time after it until every edge serves another version, ms. */
export type Seen = { commandMs: number; seenMs: number }

export async function untilSeen(
  stage: Stage,
  edges: readonly string[],
  name: string,
  command: () => Promise<void>,
): Promise<Seen> {
  const before = await versionAt(edges[0]!, name)
  const begun = performance.now()
  await command()
  const done = performance.now()
  for (const edge of edges)
    while ((await versionAt(edge, name)) === before) {
      stage.signal.throwIfAborted()
      if (performance.now() - done > SEEN_LIMIT_MS)
        throw new Error(`a switch of ${name} is not seen at ${edge}`)
    }
  return { commandMs: done - begun, seenMs: performance.now() - done }
}
