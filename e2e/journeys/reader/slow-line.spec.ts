import { expect, openReader, playFrom, test } from '../../fixtures/faults.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { SLOW_4G, throttle } from '../../fixtures/slow-line.ts'
import { longestSilenceMs } from '../../fixtures/sound.ts'

const LAST_LINE = 8
/** Longer than any pause between two lines of action. */
const SILENCE_MS = 1_000

test('product §4 on a connection of 1.6 Mbit/s lines play without silence between them', async ({
  page,
  script,
}) => {
  const recorder = await Recorder.install(page)
  await throttle(page, SLOW_4G)
  const reader = await openReader(page, script._id)
  const listening = await reader.listen()
  await playFrom(reader, 0)
  const heard = await listening.until(LAST_LINE)
  expect([...heard.keys()]).toEqual(Array.from({ length: LAST_LINE + 1 }, (_, line) => line))
  expect(longestSilenceMs(await recorder.take())).toBeLessThan(SILENCE_MS)
})
