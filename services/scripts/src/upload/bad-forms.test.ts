import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import { afterEach, describe, expect, test } from 'vitest'
import { chunkOf, multipartBody, rawUpload } from '../testing/raw-upload.ts'
import { refusal, tooLarge, unparsable } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness } from '../testing/harness.ts'

const harness = await fileHarness()
const ada = harness.as('ada')
const script = await ada.newScript()
// After each rejection nothing is stored, and the service responds to the next request.
afterEach(async () => {
  const { scripts } = (await ada.get('/api/scripts')).body.data
  const { drafts } = (await ada.get(`/api/scripts/${script}/drafts`)).body.data
  if (scripts.length + drafts.length > 2)
    throw new Error(`Stored anyway: ${JSON.stringify({ scripts, drafts })}`)
})

const ONE_FILE = 'Please upload one file at a time'
const NO_FILE = 'Please select a FinalDraft (.fdx) file'
const TOO_LARGE = 'File size must be less than 10MB'
const file = (name: string) => new File([SHORT_SCRIPT], name)

describe.each([
  ['script', '/api/scripts/upload'],
  ['draft', `/api/scripts/${script}/drafts`],
])('product §5, the upload of a %s: rejects a form with', (_what, path) => {
  const submit = (form: FormData) => ada.call('POST', path, { body: form })
  const upload = (content: string, name = 'a.fdx') => {
    const form = new FormData()
    form.append('script', new File([content], name))
    return submit(form)
  }
  const raw = (body: Buffer, declared = body.length) =>
    rawUpload(harness.url, ada.token(), { 'content-length': declared }, (socket) => socket.write(body), path)

  test('a file of exactly 10 MB', async () => {
    const padding = ' '.repeat(UPLOAD_LIMIT_BYTES - Buffer.byteLength(SHORT_SCRIPT))
    expect(await upload(SHORT_SCRIPT + padding)).toEqual(tooLarge(TOO_LARGE))
  })

  test.each(['script.pdf', 'script.fdx.exe', 'fdx'])('a file named %s', async (name) => {
    expect(await upload(SHORT_SCRIPT, name)).toEqual(refusal(415, 'UNSUPPORTED_MEDIA', NO_FILE))
  })

  test.each(['../../etc/passwd.fdx', '..\\\\..\\\\boot.fdx', '/root/script.fdx', 'C:\\\\scripts\\\\a.fdx'])(
    'a file name with a path: %s',
    async (name) => {
      expect(await raw(multipartBody([{ name, content: SHORT_SCRIPT }]))).toEqual(
        unparsable('The name of the file must not contain a path'),
      )
    },
  )

  test.each([2, 3, 20])('%i files', async (count) => {
    const form = new FormData()
    for (let n = 0; n < count; n += 1) form.append('script', file(`${n}.fdx`))
    expect(await submit(form)).toEqual(unparsable(ONE_FILE))
  })

  test.each([
    ['another field', 'file', file('a.fdx')],
    ['a text field of that name', 'script', SHORT_SCRIPT],
    ['a field without a file', 'script', file('')],
    ['a field named like a prototype', '__proto__', file('a.fdx')],
  ])('no file field: %s', async (_name, field, value) => {
    const form = new FormData()
    form.append(field, value as string)
    expect(await submit(form)).toEqual(unparsable())
  })

  test('no fields', async () => {
    expect(await raw(multipartBody([]))).toEqual(unparsable())
  })
})

describe.each([
  ['script', '/api/scripts/upload'],
  ['draft', `/api/scripts/${script}/drafts`],
])('the upload of a %s: rejects a body', (_what, path) => {
  const raw = (body: Buffer, declared = body.length) =>
    rawUpload(harness.url, ada.token(), { 'content-length': declared }, (socket) => socket.write(body), path)
  const half = multipartBody([{ name: 'a.fdx', content: SHORT_SCRIPT.slice(0, 300) }], { open: true })

  test('that stops half-way because the connection breaks', async () => {
    const broken = rawUpload(
      harness.url,
      ada.token(),
      { 'content-length': 5_000 },
      (socket) => {
        socket.write(half, () => socket.destroy())
      },
      path,
    )
    await expect(broken).rejects.toThrow(/closed without a response/)
  })

  test('that stops half-way because the client ends it', async () => {
    const response = rawUpload(
      harness.url,
      ada.token(),
      { 'content-length': 5_000 },
      (socket) => socket.end(half),
      path,
    )
    expect((await response).status).toBe(400)
  })

  test('of the declared length without a closing boundary', async () => {
    expect(await raw(half)).toEqual(unparsable('The upload is incomplete or damaged. Please try again.'))
  })

  test('that is too long by its declared length', async () => {
    expect(await raw(half, 1024 ** 3)).toEqual(tooLarge(TOO_LARGE))
  })

  test('that is too long without a declared length', async () => {
    const response = rawUpload(
      harness.url,
      ada.token(),
      { 'transfer-encoding': 'chunked' },
      (socket) => {
        socket.write(chunkOf(multipartBody([{ name: 'a.fdx', content: '' }], { open: true })))
        for (let n = 0; n < 11; n += 1) socket.write(chunkOf(Buffer.alloc(1024 ** 2, 'x')))
      },
      path,
    )
    expect(await response).toEqual(tooLarge(TOO_LARGE))
  })
})

describe('product §1: the file of a user who may not upload a draft', () => {
  const eve = harness.as('eve')
  const send = (bytes: number) => {
    const body = multipartBody([{ name: 'a.fdx', content: 'x'.repeat(bytes) }])
    const headers = { 'content-length': body.length }
    return rawUpload(
      harness.url,
      eve.token(),
      headers,
      (socket) => socket.write(body),
      `/api/scripts/${script}/drafts`,
    )
  }

  test('is read to its end, so that the client reads the response, but not stored', async () => {
    expect(await send(UPLOAD_LIMIT_BYTES - 1)).toEqual(refusal(404, 'NOT_FOUND', 'Script not found'))
  })

  test('is refused by its declared length if it is too long', async () => {
    expect(await send(2 * UPLOAD_LIMIT_BYTES)).toEqual(tooLarge(TOO_LARGE))
  })
})
