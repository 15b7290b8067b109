import { createVerifiedAccount, type Account } from '@andscene/platform-client/accounts'
import { fdxFile } from '@andscene/testing/fdx-file'
import type { Browser, Page } from '@playwright/test'
import { expect, openReader, test } from '../../fixtures/faults.ts'
import { login } from '../../fixtures/test.ts'

/** The pages of a PDF of the page. */
const pagesOf = async (page: Page) =>
  (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)

/** The text that is on paper while `look` runs. */
async function onPaper(page: Page, look?: () => Promise<void>): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => void dispatchEvent(new Event('beforeprint')))
  const text = await page.locator('body').innerText()
  await look?.()
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  return text
}

/** A page of a browser without a signed-in user. */
async function newPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
  return context.newPage()
}

async function invited(browser: Browser, origin: string, account: Account): Promise<Page> {
  const page = await newPage(browser, origin)
  // Chosen in the menu, the notes are printed by its button, which opens a dialog of the browser.
  await page.addInitScript(() => {
    globalThis.print = () => undefined
  })
  await login(page, account)
  return page
}

const menu = (page: Page) => page.getByRole('dialog', { name: 'Text size and print' })

test('product §2 copies the text of the script alone; a double-click selects a word and does not play', async ({
  page,
  context,
  script,
}) => {
  const reader = await openReader(page, script._id)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Loading the notes renders the words again, which ends a selection.
  await expect(reader.addNote(0)).toBeAttached()
  const [first, second] = script.content.lines
  await page.evaluate(() => {
    const words = [...document.querySelectorAll('[data-words]')]
    getSelection()!.setBaseAndExtent(words[0]!, 0, words[1]!, 1)
  })
  await page.keyboard.press('ControlOrMeta+c')
  const copied = await page.evaluate(async () => {
    const items = await navigator.clipboard.read()
    return { types: items.flatMap(({ types }) => types), text: await navigator.clipboard.readText() }
  })
  expect(copied).toEqual({ types: ['text/plain'], text: `${first!.text}\n\n${second!.text}` })

  // The click ends the selection, and nothing else.
  await reader.lineButton(3).click({ position: { x: 12, y: 8 } })
  await expect.poll(() => page.evaluate(() => getSelection()!.isCollapsed)).toBe(true)
  await reader.waitForState('idle')
  await reader.lineButton(3).dblclick({ position: { x: 12, y: 8 } })
  expect(await page.evaluate(() => String(getSelection()).trim())).toMatch(/^[A-Z][a-z]+$/)
  await reader.waitForState('stopped')
  // A double-click while another line plays leaves that one playing.
  await reader.lineButton(1).click({ position: { x: 200, y: 8 } })
  await reader.lineButton(1).click({ position: { x: 200, y: 8 }, delay: 20 })
  await reader.waitForState('playing')
  await reader.lineButton(5).dblclick({ position: { x: 12, y: 8 } })
  await expect(reader.line(5)).toHaveAttribute('data-mark', 'none')
  expect((await reader.place()).line).toBeLessThan(5)
  await reader.waitForState('playing')
})

test('product §2 prints the whole script; large text does not scroll sideways on a phone', async ({
  page,
  script,
}) => {
  await openReader(page, script._id)
  // A page with the title, and the lines at six an inch with a blank line between them.
  expect(await pagesOf(page)).toHaveLength(3)
  await expect(page.locator('[data-printed-script]')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Text size and print' }).click()
  const larger = page.getByRole('button', { name: 'Larger text' })
  while (await larger.isEnabled()) await larger.click()
  await expect(page.getByText('200 %')).toBeVisible()
  await page.reload()
  const size = page.locator('[data-words]').first()
  await expect(size).toHaveCSS('font-size', '28px')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('product §2 an invited listener prints the whole script without notes, a commenter with those of others', async ({
  browser,
  platform,
  api,
  script,
}) => {
  const [listener, commenter] = await Promise.all([1, 2].map(() => createVerifiedAccount(platform.origin)))
  await api.invite(script._id, listener!, 'listener')
  await api.invite(script._id, commenter!, 'commenter')
  const { lines } = script.content
  await api.note(script._id, lines[25]!._id, 'Only if it rains.')
  const written = [script.title, ...lines.map(({ text }) => text)]

  const heard = await invited(browser, platform.origin, listener!)
  await openReader(heard, script._id)
  await heard.getByRole('button', { name: 'Text size and print' }).click()
  await expect(menu(heard).getByRole('button', { name: 'Print', exact: true })).toBeVisible()
  await expect(menu(heard).getByRole('checkbox')).toHaveCount(0)
  expect((await onPaper(heard)).split(/\n+/)).toEqual(written)
  expect(await pagesOf(heard)).toHaveLength(3)

  const noted = await invited(browser, platform.origin, commenter!)
  const reader = await openReader(noted, script._id)
  await expect(reader.addNote(0)).toBeAttached()
  await noted.getByRole('button', { name: 'Text size and print' }).click()
  expect(await onPaper(noted)).not.toContain('Only if it rains.')
  await menu(noted).getByRole('checkbox', { name: 'Print open notes' }).check()
  await menu(noted).getByRole('button', { name: 'Print', exact: true }).click()
  const paper = (await onPaper(noted)).split(/\n+/)
  expect(paper.filter((text) => written.includes(text))).toEqual(written)
  const at = paper.indexOf(lines[25]!.text)
  expect(paper[at + 1]).toMatch(/^.+: Only if it rains\.$/)
  expect(paper).toHaveLength(written.length + 1)
  await Promise.all([heard, noted].map((page) => page.context().close()))
})

test('product §11 the name of the link is on the pages that a guest prints, and nothing else but the script', async ({
  browser,
  platform,
  api,
  script,
}) => {
  const { token } = await api.link(script._id, { name: 'Läufer Film', role: 'listener', days: 7 })
  const guest = await newPage(browser, platform.origin)
  await guest.goto(`/listen#${token}`)
  await expect(guest.locator('[data-line-index]').first()).toBeVisible()
  const mark = guest.locator('[data-watermark]')
  const paper = await onPaper(guest, () => expect(mark).toBeVisible())
  expect(paper).toContain('Läufer Film')
  const words = paper.split(/\n+/).filter((text) => !text.includes('Läufer Film') && text.trim() !== '')
  expect(words).toEqual([script.title, ...script.content.lines.map(({ text }) => text)])
  await guest.context().close()
})

test('product §2 struck-out words are struck out on the screen, and reported to screen readers', async ({
  page,
  api,
}) => {
  const file = fdxFile([{ type: 'Action', text: 'He takes the ~key.' }])
  const { _id } = await api.upload(
    'struck.fdx',
    file.replace('~', '</Text><Text Style="Strikeout">old </Text><Text>'),
  )
  await openReader(page, _id)
  const struck = page.locator('[data-words] s')
  await expect(struck).toHaveCSS('text-decoration-line', 'line-through')
  await expect(page.getByRole('button', { name: 'He takes the [struck out: old ] key.' })).toBeVisible()
})

test('product §2 the marks of Final Draft revisions are in the margin at every width, are printed, and can be hidden', async ({
  page,
  api,
}) => {
  const file = fdxFile([{ type: 'Action', text: 'He takes the ~ key to the harbor.' }])
    .replace('~', '</Text><Text RevisionID="2">brass</Text><Text>')
    .replace(
      '</FinalDraft>',
      '<Revisions><Revision ID="2" Name="Blue Revision" Color="#0000FF" Mark="*"/></Revisions></FinalDraft>',
    )
  const { _id } = await api.upload('revised.fdx', file)
  await openReader(page, _id)
  const mark = page.locator('[data-line-index] > [data-revision-mark]')
  const words = page.locator('[data-words]')
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(mark).toBeVisible()
    const [beside, text] = [(await mark.boundingBox())!, (await words.boundingBox())!]
    const isOutside = beside.x >= text.x + text.width || beside.x + beside.width <= text.x
    expect({ width, isOutside, isOnScreen: beside.x >= 0 && beside.x + beside.width <= width }).toEqual({
      width,
      isOutside: true,
      isOnScreen: true,
    })
  }
  await expect(page.locator('[data-revision-set="2"]')).toHaveText('brass')
  expect(await onPaper(page)).toMatch(/Blue Revision\s*\*/)

  await page.getByRole('button', { name: 'Text size and print' }).click()
  await expect(menu(page).getByRole('listitem')).toHaveText('*Blue Revision1 line')
  await menu(page).getByRole('checkbox', { name: 'Final Draft revisions' }).uncheck()
  await expect(mark).toHaveCount(0)
  await page.reload()
  await expect(words).toBeVisible()
  await expect(words).toHaveText('He takes the brass key to the harbor.')
  await expect(mark).toHaveCount(0)
})
