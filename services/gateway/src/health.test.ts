import { listening } from '@andscene/testing/listening'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { aggregateHealth } from './health.ts'

async function service(body: object): Promise<string> {
  const server = createServer((_request, response) => void response.end(JSON.stringify(body)))
  const { url, close } = await listening(server)
  onTestFinished(close)
  return url
}

test.each([
  { state: 'coming', doneBytes: 45, totalBytes: 92 },
  { state: 'missing', reason: 'No network.' },
  { state: 'ready' },
] as const)('reports natural voices that are $state without degrading the status', async (naturalVoices) => {
  const plain = await service({ success: true, status: 'ok' })
  const tts = await service({ success: true, status: 'ok', naturalVoices })
  const upstreams = { scripts: plain, tts, subscriptions: plain }
  expect(await aggregateHealth(upstreams, '1')).toMatchObject({ status: 'ok', naturalVoices })
})

test('omits an unknown state of natural voices', async () => {
  const plain = await service({ success: true, naturalVoices: { state: 'elsewhere' } })
  const health = await aggregateHealth({ scripts: plain, tts: plain, subscriptions: plain }, '1')
  expect(health.status).toBe('ok')
  expect(health.naturalVoices).toBeUndefined()
})
