import { findExposedPaths } from '@andscene/testing/exposed-paths'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from '../../fixtures/owners.ts'
import { bearer, send } from '../../fixtures/wire.ts'

/* Neither internal routes nor stored data are accessible from outside. Without a browser. */

/** Request targets that might trick a proxy into requesting an internal path. */
const detours = (path: string, service: string): string[] => [
  `/api${path}`,
  `/api/..${path}`,
  `/api/.${path}`,
  `/api/${path}`,
  `/${path}`,
  `/api/audio/../..${path}`,
  `/api/audio/%2e%2e/%2e%2e${path}`,
  `/api/audio/.%2E/%2E.${path}`,
  `/api/audio/..%2f..${path}`,
  `/api/audio/..%5c..${path.replaceAll('/', '%5c')}`,
  `/api/audio/..\\..${path.replaceAll('/', '\\')}`,
  `/api/audio/..;/..;${path}`,
  `/api/scripts/x/../../..${path}`,
  `/api/audio/%252e%252e/%252e%252e${path}`,
  `/api/audio/..%00/..${path}`,
  `/api/health/..%2f..${path}`,
  `/api/docs/static/../../..${path}`,
  `/api/docs/static/%2e%2e/%2e%2e/%2e%2e${path}`,
  `/remotes/reader/0/../../..${path}`,
  `/identitytoolkit.googleapis.com/..${path}`,
  `/emulator/../${path}`,
  `${service}${path}`,
  `${service}/api/..${path}`,
  `@${new URL(service).host}${path}`,
  `${new URL(service).host}${path}`,
]

test('architecture §5: internal routes of services are not accessible through the public port @core', async ({
  platform,
  ada,
}) => {
  const inside = [
    '/internal/scripts/read',
    `/internal/scripts/${ada.ids.scriptId}/audio`,
    '/metrics',
    '/healthz',
    '/readyz',
    '/operators',
    '/operators/overview.json',
    '/operators/queues',
    '/operators/queues/api/queues',
  ]
  for (const path of inside)
    for (const service of [platform.urls.scripts, platform.urls.tts, platform.urls.gateway])
      for (const target of detours(path, service)) {
        const { status, headers, body } = await send(
          platform.origin,
          { method: 'GET', target },
          bearer(ada.person),
        )
        const page = status === 200 && (headers['content-type']?.startsWith('text/html') ?? false)
        expect.soft(page || (status >= 400 && status < 500), `${target} responds with ${status}`).toBe(true)
        expect
          .soft(body, target)
          .not.toMatch(/process_cpu_|"ownerId"|"clips":|"status":"ok"|"queues"|"watchedSince"|Pause updates/)
      }
})

test('no port accepts connections from other machines by default, not even the public one', async ({
  platform,
}) => {
  const { workers, ...single } = platform.urls
  const metrics = platform.metrics.map(({ url }) => url)
  const urls = [platform.origin, ...Object.values(single), ...workers, ...metrics]
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  // On Linux all of 127/8 is loopback: a server that listens on every address accepts this one.
  if (process.platform === 'linux') others.push('127.0.0.2')
  for (const url of urls)
    for (const host of others)
      expect.soft(await connects(host, Number(new URL(url).port)), `${url} on ${host}`).toBe(false)
})

test('product §10: files of the running platform are accessible to their owner only', async ({
  platform,
}) => {
  const stored = ['identity', 'redis', 'scripts.sqlite', 'subscriptions.sqlite', 'tts.sqlite', 'web']
  expect(await readdir(platform.dataDir)).toEqual(expect.arrayContaining(stored))
  expect(await findExposedPaths(platform.dataDir)).toEqual([])
})

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (connected: boolean) => {
      socket.destroy()
      resolve(connected)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    // An address that drops packets counts as unreachable.
    socket.setTimeout(2_000, () => end(false))
  })
}
