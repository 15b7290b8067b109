import { Recorder } from '@andscene/e2e/fixtures/recorder'
import { longestSilenceMs } from '@andscene/e2e/fixtures/sound'
import { playAt, recordUntilOver } from '../reader/gaps.ts'
import { openScript, press, reportWaits, watchWaits, whenState } from '../reader/listening.ts'
import { openReaderStand } from '../stand.ts'
import { report } from '../report.ts'
import { spokenLine } from '../generated-scripts.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './natural-voices.ts'

const LINES = 300
const RATE = 1.5
/** Longer than any planned pause between or within lines. */
const LONGEST_SILENCE_MS = 1_000

/**
 * Casts and immediately plays a script of 300 lines without clips in a browser: how often the player waits for a line,
 * and the longest silence, also within a line.
 */
export async function listening(): Promise<void> {
  await using stand = await openReaderStand(WITH_NATURAL_VOICES)
  const lines = Array.from({ length: LINES }, (_, n) => spokenLine(n))
  const script = await stand.api.uploadLines('cold', lines)
  const casting = await naturalCast(stand, script)
  const page = await (await stand.profile()).newPage()
  const recorder = await Recorder.install(page)
  await playAt(page, RATE)
  await page.goto('/scripts', { waitUntil: 'networkidle' })
  await stand.api.cast(script, casting)
  await openScript(page, script)
  const begin = performance.now()
  await press(page, 'Play')
  await whenState(page, 'playing')
  report('play to the first line', performance.now() - begin, 'ms')
  const waits = await watchWaits(page)
  const recording = await recordUntilOver(page, recorder)
  reportWaits(`${LINES} lines at ${RATE}×`, await waits.jsonValue())
  report('longest silence', longestSilenceMs(recording), 'ms', { limit: LONGEST_SILENCE_MS })
}
