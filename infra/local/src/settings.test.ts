import { expect, test } from 'vitest'
import { readPublicOrigin, readSettings } from './settings.ts'

test.each([{ PORT: '70000' }, { PORT: 'web' }, { WORKERS: '1.5' }])('rejects %o in one sentence', (env) => {
  expect(() => readSettings(env)).toThrow(/^(PORT|WORKERS): must be a whole number from 0 to \d+$/)
})

test.each([
  'read.example',
  'ftp://read.example',
  'https://read.example/app',
  'https://a@read.example',
  'a,b',
])('rejects PUBLIC_ORIGIN=%s, because links contain it', (text) =>
  expect(() => readPublicOrigin({ PUBLIC_ORIGIN: text }, 4200)).toThrow(/^PUBLIC_ORIGIN must be an address/),
)

test('uses PUBLIC_ORIGIN as the public address', () => {
  expect(readPublicOrigin({ PUBLIC_ORIGIN: 'https://Read.example/' }, 4200)).toBe('https://read.example')
  expect(readPublicOrigin({}, 4300)).toBe('http://localhost:4300')
})
