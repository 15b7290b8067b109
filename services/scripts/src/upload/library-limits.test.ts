import { expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness } from '../testing/harness.ts'

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
