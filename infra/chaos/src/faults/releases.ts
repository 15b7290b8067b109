import { changedRemote } from '@andscene/e2e/fixtures/changed-remote'
import { readOptions } from '@andscene/releases/command/options'
import { run } from '@andscene/releases/command/run'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { openReleaseStore, releasesIn } from '@andscene/releases/store/open-release-store'
import type { ReleaseStore } from '@andscene/releases/store/release-store'
import path from 'node:path'
import { median } from 'simple-statistics'
import type { Fault, Result, Stage } from '../fault.ts'
import { startReplicated } from '../stand/replicated.ts'
import { registryAt, startPageLoads } from '../stand/page-loads.ts'
import { startServers } from '../stand/servers.ts'
import { startTestPlatform } from '../stand/under-load.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const REMOTES = ['landing', 'dashboard', 'reader']
/** Alternates between switches and rollbacks. */
const TIMES = 10
const SEEN_WITHIN_MS = 1_000
const SEEN_LIMIT_MS = 10_000

type Stand = { origin: string; edges: string[]; dataDir: string; environment: Record<string, string> }

/** Repeatedly publishes, switches to and rolls back another version while pages are loaded. */
async function releaseUnderLoad(
  stage: Stage,
  { origin, edges, dataDir, environment }: Stand,
): Promise<Result> {
  const changed = await changedRemote('dashboard', 'src/library/dashboard-page.tsx', (text) =>
    text.replaceAll('Your Scripts', 'Your Scripts, changed'),
  )
  stage.defer(() => changed.remove())
  const store = await openReleaseStore(
    new FileReleaseStore(path.join(dataDir, 'web/remotes')),
    releasesIn({ RELEASES_S3_BUCKET: '', ...environment }),
  )
  const loads = startPageLoads(stage, origin, REMOTES)
  await loads.more(5)
  await release(store, origin, 'publish', 'dashboard', '--from', changed.dist)
  stage.say(`published, after ${loads.pages()} pages`)
  const seenMs: number[] = []
  const commandMs: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const words = time % 2 === 0 ? ['switch', 'dashboard', changed.version] : ['rollback', 'dashboard']
    const before = await versionAt(edges[0]!)
    const begun = performance.now()
    await release(store, origin, ...words)
    const done = performance.now()
    for (const edge of edges)
      while ((await versionAt(edge)) === before) {
        stage.signal.throwIfAborted()
        if (performance.now() - done > SEEN_LIMIT_MS) throw new Error(`a switch is not seen at ${edge}`)
      }
    commandMs.push(done - begun)
    seenMs.push(performance.now() - done)
    await loads.more(4)
  }
  const { requests, bad } = await loads.stop()
  const most = Math.round(Math.max(...seenMs))
  if (most >= SEEN_WITHIN_MS) bad.push(`a switch was seen after ${most} ms`)
  return {
    requests,
    said: [
      `${loads.pages()} pages; from switch to seen ${Math.round(median(seenMs))} ms, at most ${most} ms, of ${TIMES}`,
      `the command itself ${Math.round(median(commandMs))} ms`,
    ].join('; '),
    bad,
  }
}

/** Runs `npm run release -- …` in this process. */
async function release(store: ReleaseStore, origin: string, ...words: string[]): Promise<void> {
  await run(readOptions(words), { root: ROOT, store, origin: () => origin, say: () => undefined })
}

const versionAt = async (origin: string): Promise<string | undefined> =>
  (await registryAt(origin)).remotes.find(({ name }) => name === 'dashboard')?.version

export const releases: Fault = {
  name: 'releases',
  tries: 'publish, switch and roll back during page loads, versions in files',
  async run(stage) {
    const dataDir = await stage.folder('data')
    const { origin } = await startTestPlatform(stage, { dataDir, workers: 1 })
    return releaseUnderLoad(stage, { origin, edges: [origin], dataDir, environment: {} })
  },
}

export const releasesInS3: Fault = {
  name: 'releases-s3',
  tries: 'publish, switch and roll back during page loads, versions in S3, two edges behind a balancer',
  async run(stage) {
    const { environment: stores } = await startServers(stage)
    const environment = {
      RELEASES_S3_ENDPOINT: stores.S3_ENDPOINT,
      RELEASES_S3_ACCESS_KEY: stores.S3_ACCESS_KEY,
      RELEASES_S3_SECRET_KEY: stores.S3_SECRET_KEY,
      RELEASES_S3_BUCKET: stores.S3_BUCKET,
    }
    const dataDir = await stage.folder('data')
    const env = { ...stores, ...environment }
    const { platform, ports } = await startReplicated(stage, { dataDir, workers: 1, env })
    const { origin } = platform
    const edges = ['edge', 'edge-2'].map((name) => `http://127.0.0.1:${ports.get(name)}`)
    const store = await openReleaseStore(new FileReleaseStore(''), releasesIn(environment))
    for (const name of REMOTES) {
      // This project's own build.
      const dist = path.join(ROOT, `remotes/${name}/dist`)
      await release(store, origin, 'publish', name, '--from', dist)
      await release(store, origin, 'switch', name)
    }
    return releaseUnderLoad(stage, { origin, edges, dataDir, environment })
  },
}
