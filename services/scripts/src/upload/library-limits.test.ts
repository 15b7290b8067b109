import { expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness } from '../testing/harness.ts'
import { libraryFull, UPLOAD_SLOTS } from './upload-limits.ts'
import { WAIT_LIMIT_MS } from './upload-route.ts'

const harness = await fileHarness({ variables: { LIMIT_SCRIPTS: '2', LIMIT_SCRIPT_BYTES: '1000000' } })

const TOO_MANY = 'You have 2 scripts, as many as one person may keep. Delete one and upload again.'

test('product §10: the limit of scripts responds with what to do', async () => {
  const ada = harness.as('ada')
  const first = await ada.upload(SHORT_SCRIPT, { key: 'first' })
  expect((await ada.upload(SHORT_SCRIPT)).status).toBe(200)
  expect(await ada.upload(SHORT_SCRIPT)).toEqual(refusal(409, 'LIBRARY_FULL', TOO_MANY))
  // Not parsed: what is no script at all gets the same response.
  expect((await ada.upload('not a script')).body.code).toBe('LIBRARY_FULL')
  expect(await ada.upload(SHORT_SCRIPT, { key: 'first' })).toMatchObject({ status: 200, body: first.body })
  expect((await harness.as('bob').upload(SHORT_SCRIPT)).status).toBe(200)
  await ada.call('DELETE', `/api/scripts/${first.body.data.script._id}`)
  expect((await ada.upload(SHORT_SCRIPT)).status).toBe(200)
})

test('product §10: 64 uploads arrive at a time, four are in memory, thirty wait at most 20 s', () => {
  expect([UPLOAD_SLOTS, WAIT_LIMIT_MS]).toEqual([{ arriving: 64, parsing: 4, waiting: 30 }, 20_000])
})

test('product §10: the limit of bytes responds with what to do', () => {
  expect(libraryFull('bytes', { scripts: 500, bytes: 1024 ** 3 })).toMatchObject({
    code: 'LIBRARY_FULL',
    message:
      'Your scripts would be larger than 1 GB together, more than one person may keep. Delete one and upload again.',
  })
})
