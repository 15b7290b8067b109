import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { metricsTargets, writeTargets } from './metrics-targets.ts'
import { temporaryDir } from './testing/launched.ts'

const ports = {
  edge: 1,
  identity: 2,
  gateway: 3,
  scripts: 4,
  tts: 5,
  subscriptions: 6,
  workers: [7, 8],
  metrics: { edge: 9, identity: 10 },
}
const identity = { privateKey: 'priv', publicKey: 'pub', secret: 'run' }

test('decision 0055: every process has its place where metrics are read, and edge and identity not their own port', () => {
  const byPart = metricsTargets({ ports, identity }).map(({ part, url }) => [part, new URL(url).port])
  expect(byPart).toEqual([
    ['edge', '9'],
    ['identity', '10'],
    ['gateway', '3'],
    ['scripts', '4'],
    ['tts', '5'],
    ['subscriptions', '6'],
    ['worker', '7'],
    ['worker', '8'],
  ])
  expect(metricsTargets({ ports, identity: undefined }).map(({ part }) => part)).not.toContain('identity')
})

test('decision 0055: DATA_DIR names them as Prometheus reads it, for its owner alone', async () => {
  const folder = await temporaryDir()
  await writeTargets(folder, metricsTargets({ ports, identity }))
  const file = path.join(folder, 'metrics-targets.json')
  const groups = JSON.parse(await readFile(file, 'utf8')) as unknown[]
  expect(groups).toHaveLength(8)
  expect(groups).toContainEqual({ targets: ['127.0.0.1:7'], labels: { part: 'worker' } })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
