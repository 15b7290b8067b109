import { readPreferences } from '@andscene/contracts/routes/preferences'
import { checkCache } from '@andscene/contracts/routes/scripts'
import { readWordTimes } from '@andscene/contracts/routes/speech'
import type { AudioCache, Script } from '@andscene/contracts/script'
import { castingInTurn, type PlatformClient } from '@andscene/platform-client/platform-client'
import type { Page } from '@playwright/test'
import { audible, expect, openReader, playFrom, test } from '../../fixtures/faults.ts'
import { endOf, wasHeard } from '../../fixtures/heard.ts'
import { Reader } from '../../fixtures/reader.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { speech } from '../../fixtures/script-lines.ts'

const DIRECTION = 'looks for a long time at the door of the old hall'
const [FIRST, PLAIN, LAST] = [1, 3, 5] as const
const LINES = [
  ...speech(
    'TOM',
    `I know the way, and I have always known it. (${DIRECTION}) Or I knew it once, when we were children.`,
  ),
  ...speech('ANNA', 'Then go now, and do not come back before the morning.'),
  ...speech('TOM', `I will. (${DIRECTION}) Good night.`),
]
/** Difference between the stored length of a clip and that of its sound, in seconds. */
const ROUNDING_S = 0.1

type Ways = { read: AudioCache; paused: AudioCache }

/** The stored clips of a line: for listeners who hear parentheticals, and for others. */
async function bothWays(api: PlatformClient, { _id: id }: Script, startLineIndex: number): Promise<Ways> {
  const stored = async (readsDirections: boolean) => {
    const body = { startLineIndex, linesToCheck: 1, readsDirections }
    const ask = async () => (await api.call(checkCache, { params: { id }, body })).data.updatedLines[0]!
    await expect.poll(async () => (await ask()).audioCache?.readsDirections).toBe(readsDirections)
    return (await ask()).audioCache!
  }
  return { read: await stored(true), paused: await stored(false) }
}

async function narrated(api: PlatformClient): Promise<{ script: Script; first: Ways; last: Ways }> {
  const script = await api.uploadLines('directions', LINES)
  const espeak = (await api.voices()).filter(({ voiceId }) => voiceId.startsWith('local:espeak-en-us-'))
  await api.cast(script, castingInTurn(script, espeak))
  await api.narrated(script)
  return { script, first: await bothWays(api, script, FIRST), last: await bothWays(api, script, LAST) }
}

async function switchParentheticals(page: Page, isOn: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Controls' }).first().click()
  const choice = page.getByRole('checkbox', { name: 'Parentheticals' })
  await choice.click()
  await expect(choice).toBeChecked({ checked: isOn })
  await page.keyboard.press('Escape')
}

/** How long each clip was heard since the last take, by the length of the whole clip. Seconds. */
async function heard(recorder: Recorder): Promise<{ whole: number; heard: number }[]> {
  const lines: { whole: number; heard: number }[] = []
  for (const start of (await recorder.take()).starts.filter(wasHeard)) {
    const length = endOf(start) - start.at
    const last = lines.at(-1)
    // A line that continues after a switch is started again where it was.
    if (last && start.offset > 0 && last.whole === start.duration) last.heard += length
    else lines.push({ whole: start.duration, heard: length })
  }
  return lines
}

/** Plays a line until the next speech is heard; returns what was heard of it. */
async function hear(reader: Reader, recorder: Recorder, line: number) {
  await recorder.take()
  await playFrom(reader, line)
  await audible(reader, line + 1)
  await reader.pause()
  return (await heard(recorder))[0]!
}

const expectWhole = (sound: { whole: number; heard: number } | undefined, { durationMs }: AudioCache) => {
  expect(Math.abs(sound!.whole - durationMs / 1_000)).toBeLessThan(ROUNDING_S)
  expect(Math.abs(sound!.whole - sound!.heard)).toBeLessThan(ROUNDING_S)
}

test('product §3: the narrator reads directions inside a speech, or they are a pause; a switch cuts no line', async ({
  page,
  api,
}) => {
  const recorder = await Recorder.install(page)
  const { script, first, last } = await narrated(api)
  const timesOf = async ({ path }: AudioCache) =>
    (await api.call(readWordTimes, { params: { '*': path } })).data
  const { text, words } = await timesOf(first.read)
  const from = text.indexOf(DIRECTION)
  const direction = words.filter(({ at }) => at >= from && at < from + DIRECTION.length)
  expect(direction.length).toBeGreaterThan(5)
  expect((await timesOf(first.paused)).text).not.toContain('looks')
  const narratorMs = direction.at(-1)!.endMs - direction[0]!.startMs
  expect(first.read.durationMs - first.paused.durationMs).toBeGreaterThan(narratorMs)

  const reader = await openReader(page, script._id)
  expectWhole(await hear(reader, recorder, FIRST), first.read)

  await switchParentheticals(page, false)
  expectWhole(await hear(reader, recorder, FIRST), first.paused)
  await expect.poll(() => reader.shownDurationMs(FIRST)).toBeLessThan(first.paused.durationMs + 100)
  for (const line of [FIRST, PLAIN, LAST]) await expect(reader.chip(line, 'cache')).toHaveText(/✓/)

  await switchParentheticals(page, true)
  await recorder.take()
  await playFrom(reader, FIRST)
  await reader.waitForState('playing')
  await switchParentheticals(page, false)
  expect((await reader.place()).line, 'the line that is heard during the switch').toBe(FIRST)
  await expect(page.getByText('The reading is complete.')).toBeVisible()
  const all = await heard(recorder)
  expect(all).toHaveLength(LINES.length - FIRST)
  expectWhole(all[0], first.read)
  expectWhole(all.at(-1), last.paused)
})

test('product §3: a guest hears directions inside a speech by their own choice', async ({
  browser,
  api,
  platform,
}) => {
  const { script, first } = await narrated(api)
  const { token } = await api.link(script._id, { name: 'Friends', role: 'listener', days: 30 })
  const context = await browser.newContext({ baseURL: platform.origin })
  const page = await context.newPage()
  const recorder = await Recorder.install(page)
  await page.goto(`/listen#${token}`)
  const reader = new Reader(page)
  await expect(reader.line(FIRST)).toBeVisible()
  expectWhole(await hear(reader, recorder, FIRST), first.read)
  // At a desk, guests have the presets alone.
  await page.getByRole('button', { name: 'What is read aloud: Everything' }).click()
  await page.getByRole('menuitem', { name: 'Table read' }).click()
  await expect(page.getByRole('button', { name: 'What is read aloud: Table read' })).toBeVisible()
  expectWhole(await hear(reader, recorder, FIRST), first.paused)
  expect((await api.call(readPreferences, {})).data.preferences.skippedLineTypes).toEqual([])
  await context.close()
})
