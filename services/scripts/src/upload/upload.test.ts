import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import { fdxFile } from '@andscene/testing/fdx-file'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../testing/person.ts'
import { refusal } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness, testHarness } from '../testing/harness.ts'
import { libraryFull } from './upload-limits.ts'

const harness = await fileHarness()
let ada: Person
let people = 0
beforeEach(() => {
  ada = harness.as(`ada-${(people += 1)}`)
})
const stored = async () => (await ada.get('/api/scripts')).body.data.scripts as { _id: string }[]

describe('product §5 Upload', () => {
  test.each(['script.fdx', 'SCRIPT.FDX', 'Übung „eins“ – 雨.Fdx', 'no space.draft.fdx'])(
    'accepts a file named %s',
    async (name) => {
      expect((await ada.upload(SHORT_SCRIPT, { name })).status).toBe(200)
    },
  )

  test('ignores other fields of the form', async () => {
    const form = new FormData()
    form.append('note', 'second draft')
    form.append('script', new File([SHORT_SCRIPT], 'a.fdx'))
    expect((await ada.call('POST', '/api/scripts/upload', { body: form })).status).toBe(200)
  })

  test('accepts the largest file under 10 MB', async () => {
    const padding = UPLOAD_LIMIT_BYTES - 1 - Buffer.byteLength(SHORT_SCRIPT)
    const file = SHORT_SCRIPT + ' '.repeat(padding)
    expect(Buffer.byteLength(file)).toBe(UPLOAD_LIMIT_BYTES - 1)
    expect((await ada.upload(file)).status).toBe(200)
  })

  test('stores text unchanged', async () => {
    const text = 'Ünïcode 雨 עברית 😀 & <b> "quotes" \\ backslash'
    const { body } = await ada.upload(fdxFile([{ type: 'Action', text }]))
    expect(body.data.script.content.lines[0].text).toBe(text)
  })

  test('marks lines in another language than the script', async () => {
    const file = fdxFile([
      { type: 'Action', text: 'The woman looks at the letter and then at her son, who is at the door.' },
      { type: 'Dialogue', text: 'Nadie sabe dónde vive ese hombre.' },
      { type: 'Dialogue', text: 'What did she say to you?' },
    ])
    const { body } = await ada.upload(file)
    const languages = body.data.script.content.lines.map(({ language }: { language?: string }) => language)
    expect(languages).toEqual([undefined, 'es', undefined])
  })
})

describe('product §7: an upload with an Idempotency-Key', () => {
  test('that is repeated gets the same script', async () => {
    const first = await ada.upload(SHORT_SCRIPT, { key: 'k-1' })
    const again = await ada.upload(SHORT_SCRIPT, { key: 'k-1' })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await stored()).toHaveLength(1)
  })

  test('that was used with another file is rejected', async () => {
    await ada.upload(SHORT_SCRIPT, { key: 'k-3' })
    const { status, body } = await ada.upload(fdxFile([{ type: 'Action', text: 'Sun.' }]), { key: 'k-3' })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(await stored()).toHaveLength(1)
  })

  test('can be repeated after a rejected file', async () => {
    expect((await ada.upload('not a script', { key: 'k-5' })).status).toBe(422)
    expect((await ada.upload(SHORT_SCRIPT, { key: 'k-5' })).status).toBe(200)
  })
})

test('counts uploads by outcome', async () => {
  await ada.upload(SHORT_SCRIPT)
  await ada.upload('not a script')
  const metrics = await (await fetch(new URL('/metrics', harness.url))).text()
  expect(metrics).toMatch(/script_uploads_total\{outcome="stored",.*\} [1-9]/)
  expect(metrics).toMatch(/script_uploads_total\{outcome="UNPARSABLE_SCRIPT",.*\} [1-9]/)
  expect(metrics).toMatch(/script_parse_seconds_count\{.*\} [1-9]/)
})

test('product §10: at the limit of scripts, the error says what to do', async () => {
  const limited = await testHarness({ variables: { LIMIT_SCRIPTS: '2' } })
  const bob = limited.as('bob')
  const tooMany = 'You have 2 scripts, the maximum. Delete one and upload again.'
  const first = await bob.upload(SHORT_SCRIPT, { key: 'first' })
  expect((await bob.upload(SHORT_SCRIPT)).status).toBe(200)
  expect(await bob.upload(SHORT_SCRIPT)).toEqual(refusal(409, 'LIBRARY_FULL', tooMany))
  // Checked before parsing: an invalid file gets the same error.
  expect((await bob.upload('not a script')).body.code).toBe('LIBRARY_FULL')
  expect(await bob.upload(SHORT_SCRIPT, { key: 'first' })).toMatchObject({ status: 200, body: first.body })
  expect((await limited.as('eve').upload(SHORT_SCRIPT)).status).toBe(200)
  await bob.call('DELETE', `/api/scripts/${first.body.data.script._id}`)
  expect((await bob.upload(SHORT_SCRIPT)).status).toBe(200)
})

const tooLarge = (size: string) =>
  `Your scripts would be larger than ${size} together, more than the maximum. Delete one and upload again.`

test('product §10: at the limit of bytes, the error says what to do', async () => {
  const limited = await testHarness({ variables: { LIMIT_SCRIPT_BYTES: '1' } })
  expect(await limited.as('bob').upload(SHORT_SCRIPT)).toEqual(refusal(409, 'LIBRARY_FULL', tooLarge('1 MB')))
  expect(libraryFull('bytes', { scripts: 500, bytes: 1024 ** 3 }).message).toBe(tooLarge('1 GB'))
})
