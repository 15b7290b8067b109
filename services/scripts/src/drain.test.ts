import { expect, test } from 'vitest'
import { multipartBody, rawUpload } from './testing/raw-upload.ts'
import { refusal } from './testing/refusal.ts'
import { manualClock } from './testing/manual-clock.ts'
import { SOON, testHarness } from './testing/harness.ts'

const HOSTILE = new URL('./testing/hostile-worker.ts', import.meta.url)

test('at shutdown, uploads that are still running after the grace period are aborted', async () => {
  const clock = manualClock()
  const harness = await testHarness({ clock, parser: { worker: HOSTILE, timeLimitMs: 60_000 } })
  const ada = harness.as('ada')
  const half = multipartBody([{ name: 'a.fdx', content: 'x' }], { open: true })
  const parsing = ada.upload('x', { name: 'hang.fdx' })
  const arriving = rawUpload(harness.url, ada.token(), { 'content-length': 5_000 }, (socket) =>
    socket.write(half),
  )
  await expect.poll(() => harness.requests(), SOON).toBe(2)
  const closed = harness.app.close()
  await expect.poll(() => clock.next(), SOON).toBe(2_000)
  clock.advance(2_000)
  const restarting = refusal(503, 'UNAVAILABLE', 'And Scene is restarting. Please try again.')
  expect(await Promise.all([parsing, arriving])).toEqual([restarting, restarting])
  await closed
})
