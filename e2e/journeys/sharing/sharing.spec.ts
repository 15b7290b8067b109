import { createNote } from '@andscene/contracts/routes/notes'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import type { Browser, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Reader } from '../../fixtures/reader.ts'
import { DESKTOP, ferryLines } from '../../fixtures/script-lines.ts'
import { expect, test } from '../../fixtures/test.ts'

/* Two browsers: the owner on a desktop, a guest on a phone (product §11 to §13). */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const WORDS = ferryLines(12)

/** Runs in the page: number of clips stored on the device. */
async function keptClips(): Promise<number> {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  return all.flat().length
}
/** A page with empty storage. */
async function phone(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, baseURL: origin })
  return context.newPage()
}
async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your note').fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
/** Opens a script and creates a link in the sharing dialog, which stays open; returns the URL. */
async function makeLink(page: Page, id: string, name: string): Promise<string> {
  await page.goto(`/scripts/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Share/ })
  await dialog.getByRole('tab', { name: /^Links/ }).click()
  await dialog.getByLabel('Name of the link').fill(name)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog.getByLabel('Address of the link').inputValue()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return address
}

test.describe('product §11: listening together', () => {
  test.use({ viewport: DESKTOP })

  test('share, open, listen, note, reply, resolve, download, revoke @core', async ({
    page,
    browser,
    client,
    platform,
    signIn,
  }) => {
    test.setTimeout(180_000)
    const script = await client.readyScript('The Ferry', WORDS)
    await signIn()
    const address = await makeLink(page, script._id, 'Läufer Film')
    expect(address).toMatch(/\/listen#[\w-]{43}$/)
    await page.keyboard.press('Escape')

    const guest = await phone(browser, platform.origin)
    const reader = new Reader(guest)
    await guest.goto(address)
    await expect(guest.getByRole('heading', { name: 'The Ferry' })).toBeVisible()
    await expect(guest.getByText('The writer sees how far you listened.')).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Assign Voices' })).toHaveCount(0)
    await expect(guest.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
    await guest.getByRole('region', { name: 'Listen' }).getByRole('button', { name: 'Play' }).click()
    const heard = await reader.listenUntil(1)
    expect([...heard.keys()]).toEqual([0, 1])
    await reader.pause()
    // Another user's script is not stored on the device.
    expect(await guest.evaluate(keptClips)).toBe(0)

    // A guest enters a name before the first note.
    await reader.addNote(1).click()
    await guest.getByLabel('Your name').fill('Grace')
    await guest.getByRole('button', { name: 'Continue', exact: true }).click()
    await send(guest, 'Slower, with the wind.')

    // The owner sees the note within two seconds, replies and resolves it.
    const mark = new Reader(page).notes(1)
    await expect(mark).toBeVisible({ timeout: 2_000 })
    await mark.click()
    const card = page.getByRole('dialog', { name: 'Notes on this line' })
    await expect(card.getByText('Slower, with the wind.')).toBeVisible()
    await expect(card.getByText('Grace')).toBeVisible()
    await card.getByRole('button', { name: 'Reply' }).click()
    await card.getByRole('textbox', { name: 'Reply' }).fill('The wind comes in act two.')
    await card.getByRole('button', { name: 'Reply', exact: true }).last().click()
    await reader.notes(1).click()
    await expect(guest.getByText('The wind comes in act two.')).toBeVisible({ timeout: 5_000 })
    await guest.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await card.getByRole('button', { name: 'Resolve' }).click()

    // The same file, with the note and its reply.
    await page.getByRole('radio', { name: 'Notes', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Download with notes' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'All notes' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('The Ferry.fdx')
    const annotated = parseFdx(await readFile((await file.path())!), 'The Ferry.fdx')
    expect(annotated.lines[1]?.scriptNote).toMatch(/Slower, with the wind\.[\s\S]*Re: The wind comes/)

    // Revoked: the guest's page closes within a second, even during playback.
    await guest.getByRole('button', { name: 'Play', exact: true }).first().click()
    await reader.waitForState('playing')
    await page.getByRole('button', { name: 'Share', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: /^Share/ })
    await dialog.getByRole('tab', { name: /^Links/ }).click()
    await dialog.locator('summary').click()
    await expect(dialog.getByText('Grace')).toBeVisible()
    await expect(dialog.getByText(/^Page 1 · \d+\u00a0%$/)).toBeVisible()
    await expect(dialog.getByText(/1 guest, 1 listened/)).toBeVisible()
    await dialog.getByRole('button', { name: /^Revoke/ }).click()
    const question = page.getByRole('dialog', { name: 'Revoke the link "Läufer Film"?' })
    await question.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible({
      timeout: 2_000,
    })
    await guest.context().close()
  })

  test('product §12: a note on words of a right-to-left line; the owner deletes the script while three users have it open', async ({
    page,
    browser,
    client,
    platform,
    signIn,
  }) => {
    const script = await client.readyScript('שלום', ['רחל פותחת את הדלת.', 'A boat comes home.'])
    const lineId = script.content.lines[0]!._id
    const words = { text: 'לאט', range: { start: 0, end: 3 } }
    const note = { _id: randomUUID(), lineId, colour: 'pink', category: 'General', ...words } as const
    await client.call(createNote, { params: { id: script._id }, body: note })
    await signIn()
    await page.goto(`/scripts/${script._id}`)
    await expect(new Reader(page).line(0).locator('[data-note-colour="pink"]').first()).toContainText('רחל')
    const address = await makeLink(page, script._id, 'Three')
    const guests = await Promise.all([1, 2, 3].map(() => phone(browser, platform.origin)))
    for (const guest of guests) {
      await guest.goto(address)
      await expect(guest.getByRole('heading', { name: 'שלום' })).toBeVisible()
    }
    await client.remove(script._id)
    for (const guest of guests)
      await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible({
        timeout: 2_000,
      })
    await expect(page.getByRole('heading', { name: 'Script not found' })).toBeVisible({ timeout: 5_000 })
    await Promise.all(guests.map((guest) => guest.context().close()))
  })
})
