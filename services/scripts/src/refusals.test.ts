import { rawRequest } from '@andscene/testing/raw-http'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { fileHarness } from './testing/harness.ts'

let log = ''
const logStream = new PassThrough().on('data', (chunk: Buffer) => (log += chunk.toString()))
const harness = await fileHarness({ logStream, variables: { LOG_LEVEL: 'info' } })

describe('product §10: a refused request', () => {
  test('is logged with the id of its user, also when its schema rejected it', async () => {
    expect((await harness.as('ada').get('/api/scripts?limit=x')).status).toBe(400)
    const lines = log.split('\n').filter((line) => line.includes('request refused'))
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { route: '/api/scripts', reason: 'VALIDATION', status: 400, person: 'ada' },
    ])
  })

  test.each(['PUT /api/preferences', 'POST /api/scripts/1/assign-voices', 'POST /api/scripts/upload'])(
    'without a token is rejected before its body is read: %s',
    async (line) => {
      const rest = 'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{'
      const response = await rawRequest(harness.url, `${line} HTTP/1.1\r\nHost: localhost\r\n${rest}`)
      expect([response.status, response.closed]).toEqual([401, true])
    },
  )
})
