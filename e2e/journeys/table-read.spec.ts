import { Api, SAMPLE } from '../fixtures/api.ts'
import { measureClip } from '../fixtures/clips.ts'
import { type Glimpse, Reader } from '../fixtures/reader.ts'
import { expect, test } from '../fixtures/test.ts'

const LINES = 7
/** A line moves on within this. Glimpses come with frames: on a busy machine a short line may pass between two of them. */
const WATCHED_MS = 300

const timeOf = (glimpses: Glimpse[]) => (glimpses.at(-1)?.at ?? 0) - (glimpses[0]?.at ?? 0)

test('product §1 a script is uploaded, cast, and heard line after line', async ({ page, signIn }) => {
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

  const parts = await reader.castByHand()
  expect(parts.length, 'narration, headings and at least six characters').toBeGreaterThanOrEqual(8)
  await expect(reader.chip(0, 'voice')).not.toHaveText('Unassigned')

  const listening = reader.listenUntil(LINES - 1)
  await reader.play()
  const heard = await listening
  expect([...heard.keys()], 'consecutive lines, none left out').toEqual(
    Array.from({ length: LINES }, (_, index) => index),
  )
  for (const [line, glimpses] of heard) {
    const positions = glimpses.map(({ positionMs }) => positionMs)
    expect(positions, `the audible position of line ${line} only moves on`).toEqual(
      positions.toSorted((a, b) => a - b),
    )
  }
  const watched = [...heard].filter(([, glimpses]) => timeOf(glimpses) >= WATCHED_MS)
  expect(watched, 'lines that were watched for a while').not.toHaveLength(0)
  for (const [line, glimpses] of watched)
    expect(
      new Set(glimpses.map(({ positionMs }) => positionMs)).size,
      `line ${line} moves on`,
    ).toBeGreaterThan(1)
  await reader.pause()

  const id = page.url().split('/').at(-1) ?? ''
  const api = Api.of(page)
  const { lines } = (await api.script(id)).content
  for (let line = 0; line < LINES; line += 1) {
    const clip = await measureClip(await api.clip(lines[line]?.audioCache?.path ?? ''))
    expect(clip.loudness, `line ${line} is not silent`).toBeGreaterThan(0.01)
    expect(clip.peak, `line ${line} is not clipped`).toBeLessThan(1)
    const shown = await reader.shownDurationMs(line)
    // The page writes tenths of a second: half a tenth is its own rounding.
    expect(Math.abs(clip.durationMs - shown), `line ${line} shows its length`).toBeLessThanOrEqual(
      Math.max(clip.durationMs * 0.05, 50),
    )
  }
})

test('product §4 the last played line is kept, and playing goes on from there', async ({ page, signIn }) => {
  await signIn()
  const api = Api.of(page)
  const script = await api.castSample()
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)
  await reader.line(3).getByRole('button').click()
  await expect.poll(async () => (await reader.place()).state).toBe('playing')
  await reader.pause()
  const { line } = await reader.place()
  await page.reload()
  await expect.poll(async () => (await reader.place()).line).toBe(line)
  const listening = await reader.listen()
  await reader.play()
  expect([...(await listening.until(line)).keys()]).toEqual([line])
  await reader.pause()

  // What stands in the bar is in sight already: going there moves nothing.
  const scrolled = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }))
  const before = await scrolled()
  expect(before).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Controls' }).click()
  await expect(page.getByRole('dialog', { name: 'Controls' })).toBeFocused()
  expect(await scrolled()).toBe(before)
})
