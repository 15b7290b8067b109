import { readOptions } from '@andscene/releases/command/options'
import { run } from '@andscene/releases/command/run'
import type { ReleaseStore } from '@andscene/releases/store/release-store'
import path from 'node:path'
import type { RemoteRegistry } from '@andscene/contracts/platform'
import type { Stage } from '../fault.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const SEEN_LIMIT_MS = 10_000

/** As `npm run release -- …` does it. */
export async function release(store: ReleaseStore, origin: string, ...words: string[]): Promise<void> {
  await run(readOptions(words), { root: ROOT, store, origin: () => origin, say: () => undefined })
}

/** The registry as a browser gets it that loads a page now. */
export async function registryAt(origin: string): Promise<RemoteRegistry> {
  return (await (await fetch(`${origin}/remotes.json`)).json()) as RemoteRegistry
}

export const versionAt = async (origin: string, name: string): Promise<string | undefined> =>
  (await registryAt(origin)).remotes.find((remote) => remote.name === name)?.version

/** Milliseconds that a command took, and that went by after it until a page which is loaded gets another version, at every edge. */
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
