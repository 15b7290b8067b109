import { describe, expect, test } from 'vitest'
import { addressOf, requestOf } from './call.ts'
import { listScripts, renameScript, uploadScript } from './routes/scripts.ts'
import { readClip } from './routes/speech.ts'

describe('architecture §5: the request of a call', () => {
  test('encodes each parameter, and keeps the slashes of a wildcard', () => {
    expect(addressOf(renameScript, { params: { id: 'a/b?*' }, body: { title: 'x' } })).toBe(
      '/api/scripts/a%2Fb%3F*',
    )
    expect(addressOf(readClip, { params: { '*': 'scripts/s 1/$&.mp3' } })).toBe(
      '/api/audio/scripts/s%201/%24%26.mp3',
    )
  })

  test('omits undefined query parameters', () => {
    expect(addressOf(listScripts, {})).toBe('/api/scripts')
    expect(addressOf(listScripts, { query: { limit: 5, cursor: undefined } })).toBe('/api/scripts?limit=5')
    expect(addressOf(listScripts, { query: { cursor: 'a&b' } })).toBe('/api/scripts?cursor=a%26b')
  })

  test('sends a body as JSON, and a form unchanged', () => {
    expect(requestOf(renameScript, { params: { id: 's1' }, body: { title: 'x' } })).toEqual({
      method: 'PATCH',
      path: '/api/scripts/s1',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"x"}',
    })
    const body = new FormData()
    expect(requestOf(uploadScript, { body })).toEqual({
      method: 'POST',
      path: '/api/scripts/upload',
      headers: {},
      body,
    })
  })
})
