import { createVerifiedAccount } from '@andscene/platform-client/accounts'
import type { PlatformClient } from '@andscene/platform-client/platform-client'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import {
  alike,
  ALIKE,
  clipsOf,
  SAME_LENGTH_S,
  secondsOf,
  shapeOf,
  soundOf,
  wasHeard,
} from '../../fixtures/heard.ts'
import { Reader } from '../../fixtures/reader.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { speech } from '../../fixtures/script-lines.ts'
import { expect, login, test } from '../../fixtures/test.ts'

/* The owner of a script and an editor pronounce its words, each in a separate browser (product §5). */

// The save that did not know of the other one.
test.use({ expectedErrors: [/status of 409/] })

const LINES = [
  { type: 'Action', text: 'The ferry comes in from the east.' },
  ...speech('AOIFE', 'I saw Siobhan at the harbor.'),
  ...speech('NGUYEN', 'None of us go ashore tonight.'),
  ...speech('NGUYEN', "It was Siobhan's own boat."),
]
/** By the number of the line: the lines that say the word. */
const [SIOBHAN, SIOBHANS] = [2, 6]
const SAYS = 'bar-nah-bee-ROO'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const tab = (page: Page) => page.getByRole('region', { name: 'Pronunciations' })
const press = (page: Page, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

async function openTab(page: Page) {
  await page.getByRole('button', { name: 'Assign Voices' }).first().click()
  await page.getByRole('tab', { name: 'PRONUNCIATIONS' }).click()
  await expect(tab(page).getByRole('listitem').first()).toBeVisible()
}

async function saveAs(page: Page, says: string) {
  await page.getByLabel('How it sounds').fill(says)
  await press(page, 'Save pronunciation')
}

/** The clips of all lines, made again where a pronunciation changed them. */
const narrated = async (client: PlatformClient, id: string) => {
  await client.narrated({ _id: id })
  return clipsOf(client, id)
}
const changedLines = (before: { path: string }[], after: { path: string }[]) =>
  after.flatMap(({ path }, index) => (path === before[index]!.path ? [] : [index]))

test('product §5 a pronounced word is heard before it is saved and in its lines, only these are made again; CSV, and an editor of the same word', async ({
  page,
  browser,
  client: owner,
  platform,
  signIn,
}) => {
  const recorder = await Recorder.install(page)
  const script = await owner.uploadLines('The Pier', LINES)
  await owner.cast(script, await owner.fliteCasting(script))
  const before = await narrated(owner, script._id)
  await signIn()
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)
  const made: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/voices/generate') && made.push(request.postData() ?? ''),
  )

  // By keyboard alone: the line, the word, its pronunciation.
  await reader.lineButton(SIOBHAN).focus()
  await page.keyboard.press('p')
  const words = page.getByRole('toolbar', { name: 'Word to pronounce' })
  await expect(words.getByRole('button', { name: 'I', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Word', { exact: true })).toHaveValue('Siobhan')
  await expect(page.getByLabel('How it sounds')).toBeFocused()
  await page.keyboard.type(SAYS)
  const heard = async (name: string) => {
    await recorder.take()
    const stop = dialog(page, 'Pronounce').getByRole('button', { name: 'Stop' })
    await press(page, name)
    await expect(stop).toBeVisible()
    await expect(stop).toBeHidden()
    const recording = await recorder.take()
    return soundOf(
      recording,
      recording.starts.find((start) => wasHeard(start))!,
    )
  }
  const [plain, pronounced] = [await heard('Hear before'), await heard('Hear after')]
  expect(secondsOf(pronounced)).toBeGreaterThan(secondsOf(plain) + 0.1)
  const known = made.length
  await page.getByLabel('How it sounds').press('Enter')
  await expect(dialog(page, 'Pronounce')).toHaveCount(0)
  await expect(reader.lineButton(SIOBHAN)).toBeFocused()
  const after = await narrated(owner, script._id)
  expect(changedLines(before, after), 'lines with new clips').toEqual([SIOBHAN, SIOBHANS])
  expect(secondsOf(after[SIOBHAN]!)).toBeGreaterThan(secondsOf(before[SIOBHAN]!) + 0.1)

  await recorder.take()
  await reader.lineButton(SIOBHAN).press('Enter')
  await reader.listenUntil(SIOBHAN + 1)
  await reader.pause()
  const played = await recorder.take()
  const first = soundOf(
    played,
    played.starts.find((start) => wasHeard(start))!,
  )
  expect(alike(shapeOf(first), shapeOf(after[SIOBHAN]!))).toBeGreaterThan(ALIKE)
  expect(Math.abs(secondsOf(first) - secondsOf(after[SIOBHAN]!))).toBeLessThan(SAME_LENGTH_S)
  // The page may have requested a new clip before the worker stored it, but none of an unchanged line.
  const { lines } = script.content
  const asked = made.slice(known).map((body) => (JSON.parse(body) as { lineId: string }).lineId)
  expect([lines[SIOBHAN]!._id, lines[SIOBHANS]!._id]).toEqual(expect.arrayContaining([...new Set(asked)]))

  // An editor saves another pronunciation of the word while the owner's dialog is open.
  const account = await createVerifiedAccount(platform.origin)
  await owner.invite(script._id, account, 'editor')
  const other = await (await browser.newContext({ baseURL: platform.origin })).newPage()
  await login(other, account)
  await expect(other.getByRole('region', { name: /^Shared with you/ })).toBeVisible()
  await other.goto(`/scripts/${script._id}`)
  await openTab(page)
  await openTab(other)
  for (const each of [page, other])
    await tab(each).getByRole('button', { name: 'Edit the pronunciation of Siobhan' }).click()
  await saveAs(other, 'shi-VAWN')
  await expect(tab(other).getByText('shi-VAWN')).toBeVisible()
  await saveAs(page, 'SHIV-ahn')
  const alert = dialog(page, 'Edit pronunciation').getByRole('alert')
  await expect(alert).toContainText('Another editor changed “Siobhan” to “shi-VAWN”.')
  await expect(page.getByLabel('How it sounds')).toHaveValue('SHIV-ahn')
  await press(page, 'Keep their choice')
  await expect(tab(page).getByText('shi-VAWN')).toBeVisible()

  // The file of the list, read again by a spreadsheet that separates by semicolons.
  const exported = page.waitForEvent('download')
  await tab(page).getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await exported).path(), 'utf8')
  expect(csv).toContain('"Siobhan","shi-VAWN","Respelling",""')
  const edited = `${csv.replaceAll('","', '";"')}"Nguyen";"WIN";"Respelling";"NGUYEN"\n"Bad";"ʃ§";"IPA";""\n`
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(edited) })
  const review = dialog(page, 'Import pronunciations')
  await expect(review.getByText('1 new · 0 changed · 1 unchanged · 1 refused')).toBeVisible()
  await expect(review.getByRole('listitem')).toContainText('There is no sound "§" at position 2.')
  await press(page, 'Import 1 word')
  // The editor's open list follows.
  await expect(tab(other).getByText('WIN')).toBeVisible()
  const last = await narrated(owner, script._id)
  expect(changedLines(after, last), 'lines with new clips').toEqual([SIOBHAN, SIOBHANS])
  await other.context().close()
})
