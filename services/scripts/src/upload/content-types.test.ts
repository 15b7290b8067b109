import { FORM_TYPES, OTHER_TYPES } from '@andscene/testing/content-types'
import { rawRequest, requestBytes } from '@andscene/testing/raw-http'
import { describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import { multipartBody, rawUpload } from '../testing/raw-upload.ts'
import { refusal } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'

const harness = await fileHarness()
let people = 0

const upload = (type: string, boundary?: string) => {
  const body = multipartBody([{ name: 'a.fdx', content: SHORT_SCRIPT }], boundary ? { boundary } : {})
  const headers = { 'content-type': type, 'content-length': body.length }
  const { token } = harness.as(`ada-${(people += 1)}`)
  return rawUpload(harness.url, token(), headers, (socket) => socket.write(body))
}

describe('product §5: the content type of an upload', () => {
  test.each(FORM_TYPES)('accepts %s', async (_how, type, boundary) => {
    expect(await upload(type, boundary)).toMatchObject({ status: 200, body: { success: true } })
  })

  test.each(OTHER_TYPES)('rejects %j as unsupported', async (type) => {
    expect(await upload(type, 'b')).toEqual(refusal(415, 'UNSUPPORTED_MEDIA'))
  })

  test('rejects a request without one', async () => {
    const body = multipartBody([{ name: 'a.fdx', content: SHORT_SCRIPT }])
    const headers = {
      host: new URL(harness.url).host,
      authorization: `Bearer ${harness.as('stranger').token()}`,
    }
    const { status, body: text } = await rawRequest(
      harness.url,
      requestBytes('POST', '/api/scripts/upload', headers, body),
    )
    expect({ status, body: JSON.parse(text) as object }).toEqual(refusal(415, 'UNSUPPORTED_MEDIA'))
  })

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])(
    'rejects %s, which does not match the body, as a damaged form',
    async (type) => {
      const { status, body } = await upload(type)
      expect([status, body]).toMatchObject([422, { success: false, code: 'UNPARSABLE_SCRIPT' }])
    },
  )
})
