import { SAMPLE } from '@andscene/platform-client/platform-client'
import { measureClip } from '@andscene/platform-client/decoded-clip'
import { Reader } from '../../fixtures/reader.ts'
import { clientOf, expect, test } from '../../fixtures/test.ts'

const LINES = 7
/**
 * Positions are updated per frame, and frames were up to 1.8 s apart on a busy machine: shorter clips may show none.
 */
const SEEN_TO_MOVE_MS = 3_000

test('product §1 a script is uploaded, cast, and played line by line @core', async ({ page, signIn }) => {
  await signIn()
  await expect(page.getByText('No scripts uploaded yet')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Script' }).click()
  await page.locator('input[type=file]').setInputFiles(SAMPLE)
  await expect(page.getByText('Script uploaded and parsed successfully!')).toBeVisible()

  await page.getByText('View', { exact: true }).click()
  await expect(page).toHaveURL(/\/scripts\/[\w-]+$/)
  const reader = new Reader(page)
  await expect(reader.line(0)).toContainText('ACT ONE')
  await expect(reader.chip(0, 'voice')).toHaveText('Unassigned')
  await expect(reader.chip(0, 'cache')).toHaveText('No Cache')

  const parts = await reader.castManually()
  expect(parts.length, 'narration, headings and at least six characters').toBeGreaterThanOrEqual(8)
  await expect(reader.chip(0, 'voice')).not.toHaveText('Unassigned')

  const listening = reader.listenUntil(LINES - 1)
  await reader.play()
  const heard = await listening
  expect([...heard.keys()], 'consecutive lines, none left out').toEqual(
    Array.from({ length: LINES }, (_, index) => index),
  )
  for (const [line, positions] of heard) {
    expect(positions, `the audible position of line ${line} only moves on`).toEqual(
      positions.toSorted((a, b) => a - b),
    )
  }
  await reader.pause()

  const id = page.url().split('/').at(-1) ?? ''
  const api = clientOf(page)
  const { lines } = (await api.script(id)).content
  let seenToMove = 0
  for (let line = 0; line < LINES; line += 1) {
    const clip = await measureClip(await api.clip(lines[line]?.audioCache?.path ?? ''))
    expect(clip.loudness, `line ${line} is not silent`).toBeGreaterThan(0.01)
    expect(clip.peak, `line ${line} is not clipped`).toBeLessThan(1)
    const shown = await reader.shownDurationMs(line)
    // The page shows tenths of a second, so it rounds by up to 50 ms.
    expect(Math.abs(clip.durationMs - shown), `line ${line} shows its length`).toBeLessThanOrEqual(
      Math.max(clip.durationMs * 0.05, 50),
    )
    // Listening ended soon after the last line started.
    if (line === LINES - 1 || clip.durationMs < SEEN_TO_MOVE_MS) continue
    expect(new Set(heard.get(line)).size, `the audible position of line ${line} moves`).toBeGreaterThan(1)
    seenToMove += 1
  }
  expect(seenToMove, 'lines that are long enough to be seen moving').toBeGreaterThan(2)
})
