import { changedRemote } from '@andscene/e2e/fixtures/changed-remote'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { openReleaseStore, releasesIn } from '@andscene/releases/store/open-release-store'
import path from 'node:path'
import { median } from 'simple-statistics'
import type { Fault, Result, Stage } from '../fault.ts'
import { doubledParts } from '../stand/doubled.ts'
import { startPageLoads } from '../stand/page-loads.ts'
import { release, untilSeen, type Seen } from '../stand/releasing.ts'
import { startServers } from '../stand/servers.ts'
import { startOn } from '../stand/under-load.ts'

const REMOTES = ['landing', 'dashboard', 'reader']
/** Switches and rollbacks in turn. */
const TIMES = 10
const SEEN_WITHIN_MS = 1_000

/** The build of this project. */
const dist = (name: string) => path.resolve(import.meta.dirname, `../../../../remotes/${name}/dist`)

type Stand = { origin: string; edges: string[]; dataDir: string; environment: Record<string, string> }

/** A different version is published, switched to and rolled back repeatedly while pages are loaded. */
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
  const took: Seen[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const words = time % 2 === 0 ? ['switch', 'dashboard', changed.version] : ['rollback', 'dashboard']
    took.push(await untilSeen(stage, edges, 'dashboard', () => release(store, origin, ...words)))
    await loads.more(4)
  }
  await loads.stop()
  const { requests } = loads.tally
  const [seen, commands] = [took.map(({ seenMs }) => seenMs), took.map(({ commandMs }) => commandMs)]
  const most = Math.round(Math.max(...seen))
  const bad = loads.tally.failures()
  if (requests.refused > 0) bad.push(`${requests.refused} refused`)
  if (most >= SEEN_WITHIN_MS) bad.push(`a switch was seen after ${most} ms`)
  return {
    requests,
    said: [
      `${loads.pages()} pages; from switch to seen ${Math.round(median(seen))} ms, at most ${most} ms, of ${TIMES}`,
      `the command itself ${Math.round(median(commands))} ms`,
    ].join('; '),
    bad,
  }
}

export const releases: Fault = {
  name: 'releases',
  tries: 'publish, switch and roll back during page loads, versions in files',
  async run(stage) {
    const dataDir = await stage.folder('data')
    const platform = await startOn(stage, {
      dataDir,
      workers: 1,
    })
    const { origin } = platform
    return releaseUnderLoad(stage, { origin, edges: [origin], dataDir, environment: {} })
  },
}

export const releasesInS3: Fault = {
  name: 'releases-s3',
  tries: 'publish, switch and roll back during page loads, versions in S3, two edges behind a balancer',
  async run(stage) {
    const { environment: stores } = await startServers(stage)
    const environment = {
      RELEASES_S3_ENDPOINT: stores['S3_ENDPOINT']!,
      RELEASES_S3_ACCESS_KEY: stores['S3_ACCESS_KEY']!,
      RELEASES_S3_SECRET_KEY: stores['S3_SECRET_KEY']!,
      RELEASES_S3_BUCKET: stores['S3_BUCKET']!,
    }
    const doubled = await doubledParts()
    const dataDir = await stage.folder('data')
    const platform = await startOn(stage, {
      dataDir,
      workers: 1,
      env: { ...stores, ...environment },
      parts: doubled.parts,
    })
    const balancers = await doubled.balancers
    for (const balancer of balancers.values()) stage.defer(() => balancer.close())
    const edges = ['edge', 'edge-2'].map((name) => `http://127.0.0.1:${doubled.ports.get(name)}`)
    const store = await openReleaseStore(new FileReleaseStore(''), releasesIn(environment))
    for (const name of REMOTES) {
      await release(store, platform.origin, 'publish', name, '--from', dist(name))
      await release(store, platform.origin, 'switch', name)
    }
    return releaseUnderLoad(stage, { origin: platform.origin, edges, dataDir, environment })
  },
}
