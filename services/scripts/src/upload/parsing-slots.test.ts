import { expect, test } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import { refusal } from '../testing/refusal.ts'
import { parsed, SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness } from '../testing/harness.ts'
import { WAIT_LIMIT_MS } from './upload-route.ts'

/** product §10: only so many files are in memory; the others wait for a slot, but not without end. */
const clock = manualClock()
const parsing: (() => void)[] = []
const harness = await fileHarness({
  clock,
  uploadSlots: { arriving: 8, parsing: 1, waiting: 1 },
  parser: {
    async parse(_bytes, fileName) {
      await new Promise<void>((resolve) => parsing.push(resolve))
      return parsed(fileName)
    },
    close: async () => undefined,
  },
})

const BUSY = refusal(503, 'UNAVAILABLE', 'Many scripts are being uploaded right now. Please try again.')
const upload = () => harness.as('ada').upload(SHORT_SCRIPT)
const before = () => clock.next()

test('one is parsed, one waits, a third is refused with Retry-After', async () => {
  const first = upload()
  await expect.poll(() => parsing.length).toBe(1)
  const others = [upload(), upload()]
  const refused = await Promise.race(others)
  expect(refused).toEqual(BUSY)
  expect(refused.headers.get('retry-after')).toBe('5')
  parsing.shift()!()
  expect((await first).status).toBe(200)
  await expect.poll(() => parsing.length).toBe(1)
  parsing.shift()!()
  const statuses = (await Promise.all(others)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 503])
})

test('an upload that waited too long is refused with Retry-After', async () => {
  const idle = before()
  const first = upload()
  await expect.poll(() => parsing.length).toBe(1)
  const second = upload()
  await expect.poll(before).not.toBe(idle)
  clock.advance(WAIT_LIMIT_MS)
  expect(await second).toEqual(BUSY)
  parsing.shift()!()
  expect((await first).status).toBe(200)
})
