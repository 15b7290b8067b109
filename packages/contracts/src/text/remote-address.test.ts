import { HOSTILE_ADDRESSES } from '@andscene/testing/hostile-addresses'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../testing/text-cases.ts'
import { parseRemoteUrl, remoteAddress } from './remote-address.ts'

const PAGE = 'http://stage.example'

describe('product §10: remote code must have a plain address', () => {
  test.each(Object.entries(HOSTILE_ADDRESSES))('refuses %s', (_what, address) => {
    expect(parseRemoteUrl(address)).toBeUndefined()
    expect(remoteAddress(address, PAGE)).toBeUndefined()
  })

  test.each(cases('plain addresses'))('accepts %s', (address, origin) => {
    expect(parseRemoteUrl(address)?.origin).toBe(origin)
    expect(remoteAddress(address, PAGE)?.origin).toBe(origin)
  })

  test.each([`${PAGE}/remotes/reader/abc/mf-manifest.json`, '/remotes/reader/abc/mf-manifest.json'])(
    'accepts %s from the page itself',
    (address) => {
      expect(parseRemoteUrl(address)).toBeUndefined()
      expect(remoteAddress(address, PAGE)?.href).toBe(`${PAGE}/remotes/reader/abc/mf-manifest.json`)
    },
  )

  test('every accepted address has one origin and no special character of a policy or header', () => {
    const piece = fc.constantFrom(
      ...'https:|http:|data:|//|/|\\|a.example|localhost|127.0.0.1|[::1]|@|:|443|;|sandbox|,|*|..|#|?| |\t|\n|%3b|"|<|>|é'.split(
        '|',
      ),
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ['https', 'http', 'data'] }),
      fc.string({ unit: 'binary', maxLength: 20 }).map((rest) => `https://a.example${rest}`),
    )
    fc.assert(
      fc.property(text, (address) => {
        const url = parseRemoteUrl(address)
        if (!url) return
        expect(url.origin).toMatch(/^https?:\/\/([a-z0-9.-]+|\[::1\])(:\d+)?$/)
        expect(url.href).toMatch(/^[!#-;=?-~]+$/)
        expect(url.username + url.password + url.hash).toBe('')
      }),
      { numRuns: 3_000 },
    )
  })
})
