import { expect, test } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import { heldParser, heldSteps } from '../testing/held-steps.ts'
import { refusal } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness } from '../testing/harness.ts'
import { UPLOAD_SLOTS } from './upload-limits.ts'
import { WAIT_LIMIT_MS } from './receive-file.ts'

/** product §10: the number of files in memory is limited; others wait for a slot, but not forever. */
const clock = manualClock()
const parsing = heldSteps()
const harness = await fileHarness({
  clock,
  uploadSlots: { arriving: 8, parsing: 1, waiting: 1 },
  parser: heldParser(parsing),
})

const BUSY = refusal(503, 'UNAVAILABLE', 'Many scripts are being uploaded right now. Please try again.')
const upload = () => harness.as('ada').upload(SHORT_SCRIPT)
const before = () => clock.next()

test('parses one file, queues the second, and rejects the third with Retry-After', async () => {
  const first = upload()
  await parsing.came()
  const others = [upload(), upload()]
  const refused = await Promise.race(others)
  expect(refused).toEqual(BUSY)
  expect(refused.headers.get('retry-after')).toBe('5')
  parsing.release()
  expect((await first).status).toBe(200)
  await parsing.next()
  const statuses = (await Promise.all(others)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 503])
})

test('rejects an upload that waited too long with Retry-After', async () => {
  const idle = before()
  const first = upload()
  await parsing.came()
  const second = upload()
  await expect.poll(before).not.toBe(idle)
  clock.advance(WAIT_LIMIT_MS)
  expect(await second).toEqual(BUSY)
  parsing.release()
  expect((await first).status).toBe(200)
})

test('product §10: a process receives 64 uploads, parses four, and lets thirty wait for at most 20 s', () => {
  expect([UPLOAD_SLOTS, WAIT_LIMIT_MS]).toEqual([{ arriving: 64, parsing: 4, waiting: 30 }, 20_000])
})
