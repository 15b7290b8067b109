import { RemoteRegistry } from '@andscene/contracts/platform'
import { integrityOf } from '@andscene/releases/release'
import { setTimeout as after } from 'node:timers/promises'
import { fits } from '@andscene/contracts/fits'
import { Agent, request } from 'undici'
import type { Stage } from '../fault.ts'
import { judge, Tally } from './tally.ts'

/** Pauses between registry, entries and chunks, like a user who reads before the next click (ms). */
const READING_MS = [0, 400, 1_500]
const PAUSE_MS = 100

export type PageLoads = {
  tally: Tally
  /** Pages that were loaded completely. */
  pages(): number
  more(pages: number): Promise<void>
  stop(): Promise<void>
}

type Manifest = {
  metaData: { remoteEntry: { name: string } }
  exposes: { assets: Record<'js' | 'css', Record<'sync' | 'async', string[]>> }[]
}

class Failed extends Error {}

/**
 * Loads the page at `origin` repeatedly and concurrently, as the shell does: page, registry, manifest and entry of each
 * remote checked against the registry's hashes, then every chunk. `remotes` must always be in the registry.
 */
export function startPageLoads(stage: Stage, origin: string, remotes: readonly string[]): PageLoads {
  const tally = new Tally()
  const ended = new AbortController()
  stage.defer(() => ended.abort())
  let pages = 0
  const running = READING_MS.map(async (reading) => {
    const agent = new Agent({ connections: 6, pipelining: 1 })
    while (!ended.signal.aborted) {
      await loadPage({ origin, agent, tally, reading, remotes }).then(
        () => (pages += 1),
        (error: unknown) => {
          if (!(error instanceof Failed)) tally.add('a page', { failed: String(error) })
        },
      )
      await after(PAUSE_MS)
    }
    await agent.close()
  })
  return {
    tally,
    pages: () => pages,
    async more(count) {
      const enough = pages + count
      const isEnough = () => pages >= enough
      while (!isEnough()) await after(PAUSE_MS, undefined, { signal: stage.signal })
    },
    async stop() {
      ended.abort()
      await Promise.all(running)
    },
  }
}

type Loading = { origin: string; agent: Agent; tally: Tally; reading: number; remotes: readonly string[] }

/** Rejects after the tally has counted a failure. */
async function loadPage(loading: Loading): Promise<void> {
  const { origin, reading, remotes } = loading
  await get(loading, 'page', `${origin}/`, (body) => body.includes('<html') || 'no page')
  let registry: RemoteRegistry | undefined
  await get(loading, 'registry', `${origin}/remotes.json`, (body) => {
    registry = registryIn(body)
    if (!registry) return 'no registry'
    const missing = remotes.filter((name) => !registry!.remotes.some((remote) => remote.name === name))
    return missing.length === 0 || `without ${missing.join(' and ')}`
  })
  await after(reading)
  await Promise.all(registry!.remotes.map((remote) => loadRemote(loading, remote)))
}

const is = (hash: string | undefined) => (body: Buffer) =>
  hash === undefined || integrityOf(body) === hash || 'its hash is not that of the registry'

async function loadRemote(loading: Loading, { name, entry, integrity }: RemoteRegistry['remotes'][number]) {
  const address = new URL(entry, loading.origin).href
  const manifest = JSON.parse(
    String(await get(loading, `manifest of ${name}`, address, is(integrity?.manifest))),
  ) as Manifest
  const file = (path: string) => new URL(path, address).href
  await get(loading, `entry of ${name}`, file(manifest.metaData.remoteEntry.name), is(integrity?.entry))
  const chunks = manifest.exposes.flatMap(({ assets: { js, css } }) =>
    [js, css].flatMap((one) => [...one.sync, ...one.async]),
  )
  await after(loading.reading)
  await Promise.all(
    [...new Set(chunks)].map((chunk) =>
      get(loading, `chunk of ${name}`, file(chunk), (body) => body.length > 0 || 'empty'),
    ),
  )
}

async function get(
  { agent, tally }: Loading,
  kind: string,
  address: string,
  isRight: (body: Buffer) => true | string,
): Promise<Buffer> {
  try {
    const { statusCode, headers, body } = await request(address, { dispatcher: agent })
    const bytes = Buffer.from(await body.arrayBuffer())
    const right = statusCode === 200 ? isRight(bytes) : true
    const outcome = judge({ status: statusCode, headers }, right === true ? undefined : right)
    tally.add(kind, outcome)
    if (outcome !== 'served') throw new Failed(kind)
    return bytes
  } catch (error) {
    if (error instanceof Failed) throw error
    tally.add(kind, { failed: String(error) })
    throw new Failed(kind)
  }
}

function registryIn(body: Buffer): RemoteRegistry | undefined {
  try {
    const value: unknown = JSON.parse(String(body))
    return fits(RemoteRegistry, value) ? value : undefined
  } catch {
    return undefined
  }
}
