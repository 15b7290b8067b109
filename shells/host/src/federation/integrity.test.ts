import { afterEach, expect, test, vi } from 'vitest'
import { IntegrityChecks } from './integrity.ts'

const OWN = `${location.origin}/remotes/reader/aa/`
const OTHER = 'https://teams.example/notes/'
const integrity = { manifest: 'sha384-manifest', entry: 'sha384-entry' }

function expecting() {
  const checks = new IntegrityChecks()
  checks.expect([
    { name: 'reader', entry: `${OWN}mf-manifest.json`, integrity },
    { name: 'notes', entry: `${OTHER}mf-manifest.json`, integrity },
    { name: 'old', entry: `${location.origin}/old/mf-manifest.json` },
  ])
  const { fetch, createScript } = checks.plugin
  return {
    checks,
    ask: (address: string) => fetch!(address, { headers: { a: 'b' } }),
    script: (url: string, name = 'reader', entry = url) =>
      createScript!({
        url,
        attrs: { fetchpriority: 'high' },
        remoteInfo: { name, entry, type: 'global', entryGlobalName: name, shareScope: 'default' },
      }) as HTMLScriptElement | undefined,
  }
}
afterEach(() => vi.unstubAllGlobals())

test('requests a manifest with its hash', async () => {
  const asked = vi.fn<typeof fetch>(async () => Response.json({}))
  vi.stubGlobal('fetch', asked)
  await expecting().ask(`${OWN}mf-manifest.json`)
  expect(asked).toHaveBeenCalledExactlyOnceWith(`${OWN}mf-manifest.json`, {
    headers: { a: 'b' },
    integrity: 'sha384-manifest',
  })
})

test('loads an entry as a script with its hash, with CORS from another origin', () => {
  const { script } = expecting()
  const own = script(`${OWN}remoteEntry.js`)!
  expect([own.src, own.integrity, own.crossOrigin]).toEqual([`${OWN}remoteEntry.js`, 'sha384-entry', null])
  expect(own.getAttribute('fetchpriority')).toBe('high')
  const other = script(`${OTHER}remoteEntry.js`, 'notes')!
  expect([other.integrity, other.crossOrigin]).toEqual(['sha384-entry', 'anonymous'])
})

test('also checks an entry on another origin than its manifest', () => {
  expect(expecting().script('https://cdn.example/reader.js')!.integrity).toBe('sha384-entry')
})

test('checks each version against its own hash', () => {
  const { checks, script } = expecting()
  const newer = `${location.origin}/remotes/reader/bb/`
  checks.expect([
    { name: 'reader', entry: `${newer}mf-manifest.json`, integrity: { ...integrity, entry: 'sha384-newer' } },
  ])
  expect(script(`${newer}remoteEntry.js`)!.integrity).toBe('sha384-newer')
  expect(script(`${OWN}remoteEntry.js`)!.integrity).toBe('sha384-entry')
})

test('leaves files without a hash and other files to the federation runtime', () => {
  const { ask, script } = expecting()
  const asked = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', asked)
  expect(ask(`${location.origin}/old/mf-manifest.json`)).toBeUndefined()
  expect(ask('https://unknown.example/mf-manifest.json')).toBeUndefined()
  expect(ask(`${OWN}other.json`)).toBeUndefined()
  expect(script(`${location.origin}/old/remoteEntry.js`, 'old')).toBeUndefined()
  expect(script(`${OWN}assets/chunk.js`, 'reader', `${OWN}remoteEntry.js`)).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
})
