import { createNote, deleteNote, listNotes } from '@andscene/contracts/routes/notes'
import { changeCollaborator } from '@andscene/contracts/routes/sharing'
import { deleteScript } from '@andscene/contracts/routes/scripts'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { createVerifiedAccount, type Account } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { Reader } from '../fixtures/reader.ts'
import type { SharedPlatform } from '../fixtures/shared-platform.ts'
import { expect, login, test } from '../fixtures/test.ts'

/* No typed word is lost (product §12): two tabs, two people, a phone. */

const WORDS = [
  'The ferry leaves for the island at noon, whatever the weather says about it.',
  'No one on the quay looks up.',
  'The bell rings twice, and then a third time for those who are late.',
]
const SPEECHES = [
  { type: 'Character', text: 'NELL' },
  { type: 'Dialogue', text: 'It’s a cello, and you carry it as if it were a suitcase full of bricks.' },
]
const note = (lineId: string, text: string) =>
  ({ _id: randomUUID(), lineId, text, colour: 'yellow', category: 'General' }) as const
const editor = (page: Page, name = 'Your note') => page.getByRole('textbox', { name, exact: true })
const add = (page: Page, line: number) =>
  new Reader(page).line(line).getByRole('button', { name: 'Add a note to this line' })
const mark = (page: Page, line: number) =>
  new Reader(page).line(line).getByRole('button', { name: /notes? on this line/ })

/** Bob, in a browser of his own, with the script open. */
async function open(browser: Browser, platform: SharedPlatform, who: Account, id: string) {
  const context = await browser.newContext({ baseURL: platform.origin })
  const page = await context.newPage()
  await login(page, who)
  await page.goto(`/scripts/${id}`)
  await expect(add(page, 0)).toBeAttached()
  return { context, page }
}
const closeAll = (...contexts: BrowserContext[]) => Promise.all(contexts.map((context) => context.close()))

async function shared(person: Account, platform: SharedPlatform) {
  const api = new PlatformClient(platform.origin, person.token)
  const script = await api.readyScript('The Ferry', WORDS)
  const bob = await createVerifiedAccount(platform.origin)
  const params = { id: script._id }
  const collaborator = await api.invite(script._id, bob, 'commenter')
  const notes = async () => (await api.call(listNotes, { params, query: { after: 0 } })).data.notes
  return { api, script, params, bob, collaborator, notes }
}

test.describe('product §12: no typed word is lost', () => {
  test.use({ viewport: { width: 1_440, height: 900 } })
  // The console also shows a refusal, an ended session and a network that is down.
  test.use({ expectedErrors: [/status of 4\d\d|ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('two tabs edit one note: both texts are shown, and joined @core', async ({
    browser,
    person,
    platform,
  }) => {
    const { script, params, bob, notes } = await shared(person, platform)
    const bobs = new PlatformClient(platform.origin, bob.token)
    const { context, page: one } = await open(browser, platform, bob, script._id)
    await bobs.call(createNote, { params, body: note(script.content.lines[0]!._id, 'Slower') })
    const two = await context.newPage()
    await two.goto(`/scripts/${script._id}`)
    for (const [page, text] of [
      [one, 'Slower, with the wind'],
      [two, 'Slower, against the wind'],
    ] as const) {
      await mark(page, 0).click()
      await page.getByRole('button', { name: 'Edit note' }).click()
      await editor(page, 'Edit note').fill(text)
    }
    await one.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await notes())[0]?.text).toBe('Slower, with the wind')
    await two.getByRole('button', { name: 'Save' }).click()
    const question = two.getByRole('alert').filter({ hasText: 'changed in another tab or on another device' })
    await expect(question.getByText('Slower, with the wind', { exact: true })).toBeVisible()
    await expect(question.getByText('Slower, against the wind', { exact: true })).toBeVisible()
    await question.getByRole('button', { name: 'Join both versions' }).click()
    await expect(editor(two, 'Edit note')).toHaveValue('Slower, with the wind\n\nSlower, against the wind')
    await two.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await notes())[0]?.text)
      .toBe('Slower, with the wind\n\nSlower, against the wind')
    await closeAll(context)
  })

  test('the owner deletes the note while its author edits it, then takes the right, then the script', async ({
    browser,
    person,
    platform,
  }) => {
    const { api, script, params, bob, collaborator, notes } = await shared(person, platform)
    const bobs = new PlatformClient(platform.origin, bob.token)
    const written = note(script.content.lines[0]!._id, 'Slower')
    const { context, page } = await open(browser, platform, bob, script._id)
    await bobs.call(createNote, { params, body: written })
    await mark(page, 0).click()
    await page.getByRole('button', { name: 'Edit note' }).click()
    await editor(page, 'Edit note').fill('Slower, with the wind')
    await api.call(deleteNote, { params: { ...params, noteId: written._id } })
    await expect(page.getByText('This note was deleted.')).toBeVisible({ timeout: 5_000 })
    await expect(page.getByText('Slower, with the wind')).toBeVisible()
    await page.getByRole('button', { name: 'Send as a new note' }).click()
    await expect.poll(async () => (await notes()).map(({ text }) => text)).toEqual(['Slower, with the wind'])
    await page.keyboard.press('Escape')

    await add(page, 1).click()
    await editor(page).fill('No one at all?')
    const role = (next: 'listener' | 'commenter') =>
      api.call(changeCollaborator, {
        params: { ...params, collaboratorId: collaborator._id },
        body: { role: next },
      })
    await role('listener')
    const lost = page.getByRole('alert').filter({ hasText: 'You can no longer write notes on this script' })
    await expect(lost.getByText('No one at all?')).toBeVisible({ timeout: 5_000 })
    await expect(lost.getByRole('button', { name: 'Copy text' })).toBeVisible()
    await role('commenter')
    await expect(lost).toHaveCount(0, { timeout: 5_000 })

    await api.call(deleteScript, { params })
    await expect(page.getByRole('heading', { name: 'Script not found' })).toBeVisible({ timeout: 5_000 })
    await expect(page.getByText('No one at all?')).toBeVisible()
    await closeAll(context)
  })

  test('a session expires while a note is written: signed in again, it is continued', async ({
    page,
    person,
    platform,
    signIn,
  }) => {
    const { script, notes } = await shared(person, platform)
    await signIn()
    await page.goto(`/scripts/${script._id}`)
    await add(page, 1).click()
    await editor(page).fill('Look up, all of you')
    // As the backend refuses a token that it does not know any more.
    await page.route('**/api/**', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, error: 'Sign in', code: 'UNAUTHENTICATED', requestId: 'r' }),
      }),
    )
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page).toHaveURL(/\/secret-login/)
    await page.unroute('**/api/**')
    await page.getByLabel('Username').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/scripts/${script._id}`))
    // The request in progress now arrives.
    await expect.poll(async () => (await notes()).map(({ text }) => text)).toEqual(['Look up, all of you'])

    await add(page, 2).click()
    await editor(page).fill('For those who are early')
    await page.route('**/api/**', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, error: 'Sign in', code: 'UNAUTHENTICATED', requestId: 'r' }),
      }),
    )
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page).toHaveURL(/\/secret-login/)
    await page.unroute('**/api/**')
    await page.getByLabel('Username').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByRole('button', { name: 'Continue your note', exact: true }).click()
    await expect(editor(page)).toHaveValue('For those who are early')

    // A logout asks, because it would delete it.
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await expect(
      question.getByText('You have an unsent note on this device. Logging out deletes it.'),
    ).toBeVisible()
    await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeFocused()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('button', { name: 'Log out and delete' }).click()
    await expect(page).toHaveURL(/\/secret-login/)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('andscene_notes_'))),
    ).toEqual([])
  })

  test('a closed tab, and a network that is down', async ({ browser, person, platform }) => {
    const { script, bob, notes } = await shared(person, platform)
    const { context, page: first } = await open(browser, platform, bob, script._id)
    await add(first, 1).click()
    await editor(first).fill('Half a thought')
    await first.close({ runBeforeUnload: true })
    const page = await context.newPage()
    await page.goto(`/scripts/${script._id}`)
    await expect(page.getByRole('region', { name: 'Unfinished note' })).toContainText('Half a thought')
    await page.getByRole('button', { name: 'Continue your note', exact: true }).click()
    await expect(editor(page)).toHaveValue('Half a thought')
    await context.setOffline(true)
    await editor(page).press('Control+Enter')
    await mark(page, 1).click()
    await expect(page.getByText('Kept on this device until you are online')).toBeVisible()
    expect(await notes()).toEqual([])
    await context.setOffline(false)
    await expect.poll(async () => (await notes()).map(({ text }) => text)).toEqual(['Half a thought'])
    await closeAll(context)
  })
})

test.describe('product §12: a note goes where the ear is', () => {
  test.use({ viewport: { width: 1_440, height: 900 } })

  test('on the line that is heard, with its time', async ({ page, person, platform, signIn }) => {
    const api = new PlatformClient(platform.origin, person.token)
    const script = await api.readyScript('The Cello', [WORDS[0]!, ...SPEECHES, WORDS[2]!])
    await signIn()
    await page.goto(`/scripts/${script._id}`)
    const reader = new Reader(page)
    await expect(add(page, 0)).toBeAttached()
    // The click gives the first line the focus.
    await reader.lineButton(0).click()
    const listening = await reader.listen()
    await listening.until(2)
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: /^Note on NELL: “It’s a cello/ })).toBeVisible()
    await editor(page).fill('Lighter')
    await editor(page).press('Control+Enter')
    const notes = async () =>
      (await api.call(listNotes, { params: { id: script._id }, query: { after: 0 } })).data.notes
    await expect
      .poll(async () => (await notes()).map(({ lineId }) => lineId))
      .toEqual([script.content.lines[2]!._id])
    expect((await notes())[0]!.atMs).toBeGreaterThan(0)
  })
})

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const DUAL = `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<FinalDraft DocumentType="Script" Template="No" Version="5"><Content>
<Paragraph Type="Scene Heading" Number="104A"><Text>INT. ${LONG.toUpperCase()} - NIGHT</Text></Paragraph>
<Paragraph Type="Action"><Text>${LONG} ${LONG}, and a bell.</Text></Paragraph>
<Paragraph><DualDialogue>
<Paragraph Type="Character"><Text>HARE</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>${LONG}!</Text></Paragraph>
<Paragraph Type="Character"><Text>TORTOISE</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>Do you, ${LONG}?</Text></Paragraph>
</DualDialogue><Text></Text></Paragraph>
<Paragraph Type="Character"><Text>${LONG.toUpperCase()}</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>Alone, and ${LONG}.</Text></Paragraph>
</Content></FinalDraft>`
/** The lines of the two speeches. */
const [LEFT, RIGHT] = [3, 5]

/** Runs in the page. */
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** A script with notes on every line, more than two digits on one. */
async function noted(person: Account, platform: SharedPlatform) {
  const api = new PlatformClient(platform.origin, person.token)
  const script = await api.upload('dual.fdx', DUAL)
  const params = { id: script._id }
  const { lines } = script.content
  for (const { _id, text } of lines)
    await api.call(createNote, {
      params,
      body: { ...note(_id, `On ${LONG}`), range: { start: 0, end: Math.min(text.length, 40) } },
    })
  for (let nth = 0; nth < 10; nth += 1)
    await api.call(createNote, { params, body: { ...note(lines[LEFT]!._id, `Nr ${nth}`), colour: 'pink' } })
  return { api, script, params }
}

test.describe('product §12: dual dialogue and phones', () => {
  for (const [width, height] of [
    [1_440, 900],
    [900, 900],
    [390, 844],
  ] as const)
    test(`marks of both columns are pressed apart, and widen nothing, at ${width} px`, async ({
      page,
      person,
      platform,
      signIn,
    }) => {
      const { script } = await noted(person, platform)
      await page.setViewportSize({ width, height })
      await signIn()
      await page.goto(`/scripts/${script._id}`)
      await expect(mark(page, LEFT)).toHaveText('11')
      await expect(mark(page, RIGHT)).toHaveText('1')
      expect(await page.evaluate(overflow)).toBe(0)
      for (const [line, who] of [
        [LEFT, 'HARE'],
        [RIGHT, 'TORTOISE'],
      ] as const) {
        await mark(page, line).click()
        const card = page.getByRole('dialog', { name: 'Notes on this line' })
        await expect(card).toContainText(who)
        expect(await page.evaluate(overflow)).toBe(0)
        await card.getByRole('button', { name: 'Another note on this line' }).click()
        await expect(page.getByRole('dialog', { name: new RegExp(`^Note on ${who}: “`) })).toBeVisible()
        expect(await page.evaluate(overflow)).toBe(0)
        await page.keyboard.press('Escape')
      }
    })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('the keyboard does not cover the editor', async ({ page, person, platform, signIn }) => {
      const { script } = await noted(person, platform)
      await signIn()
      await page.goto(`/scripts/${script._id}`)
      await expect(mark(page, LEFT)).toHaveText('11')
      expect(await page.evaluate(overflow)).toBe(0)
      await mark(page, LEFT).tap()
      const card = page.getByRole('dialog', { name: 'Notes on this line' })
      // The editor of the last of many notes.
      await card.getByRole('button', { name: 'Edit note' }).last().tap()
      await editor(page, 'Edit note').fill('Further down')
      await page.setViewportSize({ width: 390, height: 420 })
      await expect(editor(page, 'Edit note')).toBeFocused()
      await expect(editor(page, 'Edit note')).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(overflow)).toBe(0)
      await page.getByRole('button', { name: 'Save' }).tap()
      await expect(editor(page, 'Edit note')).toHaveCount(0)
    })
  })
})
