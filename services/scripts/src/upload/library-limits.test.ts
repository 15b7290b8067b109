import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { openHarness, type Harness } from '../testing/harness.ts'
import { libraryFull } from './library-limits.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ variables: { LIMIT_SCRIPTS: '2', LIMIT_SCRIPT_BYTES: '1000000' } })
})
afterAll(() => harness.close())

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

test('product §10: concurrent uploads do not exceed it', async () => {
  const eve = harness.as('eve')
  const responses = await Promise.all(Array.from({ length: 6 }, () => eve.upload(SHORT_SCRIPT)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
})

test.each([
  ['scripts', 'You have 500 scripts, as many as one person may keep. Delete one and upload again.'],
  [
    'bytes',
    'Your scripts would be larger than 1 GB together, more than one person may keep. Delete one and upload again.',
  ],
] as const)('the sentence for %s', (reason, sentence) => {
  expect(libraryFull(reason, { scripts: 500, bytes: 1024 ** 3 })).toMatchObject({
    message: sentence,
    statusCode: 409,
  })
})
