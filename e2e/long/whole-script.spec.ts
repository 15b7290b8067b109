import { clipsOf } from '../fixtures/heard.ts'
import { expectPlayedThrough } from '../fixtures/played-through.ts'
import { Reader } from '../fixtures/reader.ts'
import { Recorder } from '../fixtures/recorder.ts'
import { clientOf, expect, test } from '../fixtures/test.ts'

const RATE = 2
/** Lines narrated before playback starts: narration is faster than playback, but needs a head start. */
const HEAD_START = 48

test('product §4 the sample plays at 2× from first to last line, each line heard once and in order', async ({
  page,
  signIn,
}) => {
  // Six minutes of sound, narrated on a busy machine.
  test.setTimeout(12 * 60_000)
  const recorder = await Recorder.install(page)
  await signIn()
  const api = clientOf(page)
  const script = await api.castSample()
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)
  await expect(reader.line(0)).toBeVisible()
  await reader.setSpeed(`${RATE}×`)
  await api.narrated(script, HEAD_START)

  await reader.play()
  await reader.waitForState('playing')
  // The message is shown for a few seconds only.
  await expect(page.getByText('The reading is complete.')).toBeVisible({ timeout: 8 * 60_000 })
  await reader.waitForState('stopped')
  const { lines } = script.content
  expect(await reader.place()).toMatchObject({ line: lines.length - 1 })
  expectPlayedThrough(await recorder.take(), lines, await clipsOf(api, script._id), RATE)
})
