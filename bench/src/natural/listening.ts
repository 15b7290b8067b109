import { fdxFile } from '@andscene/testing/fdx-file'
import { openReaderStand } from '../reader/stand.ts'
import { playAt } from '../reader/gaps.ts'
import { press, watchClicks, whenState } from '../reader/listening.ts'
import { report } from '../report.ts'
import { shortLine } from './lines.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './stand.ts'

const LINES = 300
const LONGEST_MS = 40 * 60_000

/** A script of 300 lines of which nothing is made yet, cast and played at once in a browser: how often it waits for a line. */
export async function listening(rate: number): Promise<void> {
  const stand = await openReaderStand(WITH_NATURAL_VOICES)
  try {
    const lines = Array.from({ length: LINES }, (_, n) => ({ type: 'Action', text: shortLine(n) }))
    const script = await stand.uploadBytes('cold.fdx', Buffer.from(fdxFile(lines)))
    const casting = await naturalCast(stand, script)
    const page = await (await stand.profile()).newPage()
    await watchClicks(page)
    await playAt(page, rate)
    await page.goto('/scripts', { waitUntil: 'networkidle' })
    await stand.api.cast(script, casting)
    await page.goto(`/scripts/${script._id}`, { waitUntil: 'networkidle' })
    const begin = performance.now()
    await press(page, 'Play')
    await whenState(page, 'playing')
    report('play to the first line', performance.now() - begin, 'ms')
    const waits = await page.evaluateHandle(() => {
      const mark = document.querySelector('[data-testid="player"]')!
      const found: string[] = []
      new MutationObserver(() => {
        if (mark.getAttribute('data-state') === 'loading') found.push(mark.getAttribute('data-line') ?? '')
      }).observe(mark, { attributeFilter: ['data-state'] })
      return found
    })
    await page.locator(`[data-testid="player"][data-line="${LINES - 1}"]`).waitFor({
      state: 'attached',
      timeout: LONGEST_MS,
    })
    const waited = await waits.jsonValue()
    report(`${LINES} lines at ${rate}×: waits for a line`, waited.length, 'stalls', { limit: 0 })
    if (waited.length > 0) process.stdout.write(`  lines: ${waited.join(', ')}\n`)
  } finally {
    await stand.close()
  }
}
