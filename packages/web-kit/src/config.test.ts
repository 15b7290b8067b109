import { afterEach, expect, test, vi } from 'vitest'
import { getConfig, loadConfig, setConfig } from './config.ts'

const GOOD = { apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } }
afterEach(() => vi.unstubAllGlobals())

test('throws before the configuration is loaded', () => {
  expect(() => getConfig()).toThrow('has not been loaded')
})

test.each(['apiKey', 'authDomain', 'projectId'] as const)(
  'product §5 startup throws without a configured identity service: %s',
  (key) => {
    expect(() => setConfig({ ...GOOD, firebase: { ...GOOD.firebase, [key]: '' } })).toThrow(
      'identity service is not configured',
    )
  },
)

test.each([undefined, null, {}, { ...GOOD, apiBaseUrl: 1 }])(
  'rejects a malformed configuration: %o',
  (value) => {
    expect(() => setConfig(value)).toThrow('malformed')
  },
)

test('returns the content of /config.json', async () => {
  vi.stubGlobal('fetch', async () => Response.json(GOOD))
  await loadConfig()
  expect(getConfig()).toEqual(GOOD)
})
