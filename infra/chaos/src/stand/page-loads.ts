import { fits } from '@andscene/contracts/schema/fits'
import { RemoteRegistry } from '@andscene/contracts/platform'
import { integrityOf } from '@andscene/releases/release'
import { setTimeout as after } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Stage } from '../fault.ts'
import { Tally } from './tally.ts'

/** Pauses between registry, entries and chunks, like a user who reads before the next click (ms). */
const READING_MS = [0, 400, 1_500]
const PAUSE_MS = 100

type Manifest = {
  metaData: { remoteEntry: { name: string } }
  exposes: { assets: Record<'js' | 'css', Record<'sync' | 'async', string[]>> }[]
}

/** A request of a page was refused or failed, and has been counted. */
class Failed extends Error {}

/** The remote registry as a browser loads it. */
export async function registryAt(origin: string): Promise<RemoteRegistry> {
  return (await (await fetch(`${origin}/remotes.json`)).json()) as RemoteRegistry
}

/**
 * Loads the page at `origin` repeatedly and concurrently, as the shell does: page, registry, manifest and entry of each
 * remote checked against the registry's hashes, then every chunk. `remotes` must always be in the registry.
 */
export function startPageLoads(stage: Stage, origin: string, remotes: readonly string[]) {
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
          if (!(error instanceof Failed)) tally.fail(`a page: ${String(error)}`)
        },
      )
      await after(PAUSE_MS)
    }
    await agent.close()
  })
  return {
    /** Pages that were loaded completely. */
    pages: () => pages,
    async more(count: number) {
      const enough = pages + count
      const isEnough = () => pages >= enough
      while (!isEnough()) await after(PAUSE_MS, undefined, { signal: stage.signal })
    },
    /** Stops the loads; resolves to their requests and problems. */
    async stop() {
      ended.abort()
      await Promise.all(running)
      const { requests } = tally
      const refused = requests.refused > 0 ? [`${requests.refused} refused`] : []
      return { requests, bad: [...tally.failures(), ...refused] }
    },
  }
}

type Loading = { origin: string; agent: Agent; tally: Tally; reading: number; remotes: readonly string[] }

async function loadPage(loading: Loading): Promise<void> {
  const { origin, reading, remotes } = loading
  await get(loading, 'page', `${origin}/`, (body) => (body.includes('<html') ? undefined : 'no page'))
  const body = await get(loading, 'registry', `${origin}/remotes.json`, (text) => {
    const registry = registryIn(text)
    if (!registry) return 'no registry'
    const missing = remotes.filter((name) => !registry.remotes.some((remote) => remote.name === name))
    return missing.length > 0 ? `without ${missing.join(' and ')}` : undefined
  })
  await after(reading)
  await Promise.all(registryIn(body)!.remotes.map((remote) => loadRemote(loading, remote)))
}

const is = (hash: string | undefined) => (body: Buffer) =>
  hash === undefined || integrityOf(body) === hash ? undefined : 'its hash is not that of the registry'

async function loadRemote(loading: Loading, { name, entry, integrity }: RemoteRegistry['remotes'][number]) {
  const address = new URL(entry, loading.origin).href
  const text = await get(loading, `manifest of ${name}`, address, is(integrity?.manifest))
  const manifest = JSON.parse(String(text)) as Manifest
  const file = (path: string) => new URL(path, address).href
  await get(loading, `entry of ${name}`, file(manifest.metaData.remoteEntry.name), is(integrity?.entry))
  const chunks = manifest.exposes.flatMap(({ assets: { js, css } }) =>
    [js, css].flatMap((one) => [...one.sync, ...one.async]),
  )
  await after(loading.reading)
  await Promise.all(
    [...new Set(chunks)].map((chunk) => get(loading, `chunk of ${name}`, file(chunk), isEmpty)),
  )
}

const isEmpty = (body: Buffer) => (body.length > 0 ? undefined : 'empty')

async function get(
  { agent, tally }: Loading,
  kind: string,
  address: string,
  wrong: (body: Buffer) => string | undefined,
): Promise<Buffer> {
  const body = await tally.send(agent, {
    kind,
    url: new URL(address),
    wrong: (_status, bytes) => wrong(bytes),
  })
  if (!body) throw new Failed(kind)
  return body
}

function registryIn(body: Buffer): RemoteRegistry | undefined {
  try {
    const value: unknown = JSON.parse(String(body))
    return fits(RemoteRegistry, value) ? value : undefined
  } catch {
    return undefined
  }
}
