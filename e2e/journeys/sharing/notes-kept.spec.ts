import { createNote } from '@andscene/contracts/routes/notes'
import type { Script } from '@andscene/contracts/script'
import { createVerifiedAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { overflowOf } from '../../fixtures/judged.ts'
import { Reader } from '../../fixtures/reader.ts'
import { DESKTOP, speech } from '../../fixtures/script-lines.ts'
import { expect, login, test as base } from '../../fixtures/test.ts'

/* No typed text is lost (product §12): two tabs, two users, a phone. */

const WORDS = [
  'The ferry leaves for the island at noon, whatever the weather says about it.',
  'No one on the quay looks up.',
  'The bell rings twice, and then a third time for those who are late.',
]
const SPEECHES = speech('NELL', 'It’s a cello, and you carry it as if it were a suitcase full of bricks.')
const editor = (page: Page, name = 'Your note') => page.getByRole('textbox', { name, exact: true })
const add = (page: Page, line: number) => new Reader(page).addNote(line)
const mark = (page: Page, line: number) => new Reader(page).notes(line)

type Fixtures = {
  script: Script
  /** Texts of the notes that the owner sees. */
  texts(): Promise<string[]>
  /** A commenter with the script open in a separate browser. */
  bob: { page: Page; api: PlatformClient }
}
const test = base.extend<Fixtures>({
  script: async ({ client }, use) => use(await client.readyScript('The Ferry', WORDS)),
  texts: ({ client, script }, use) =>
    use(async () => (await client.notes(script._id)).map(({ text }) => text)),
  bob: async ({ browser, client, platform, script }, use) => {
    const account = await createVerifiedAccount(platform.origin)
    await client.invite(script._id, account, 'commenter')
    const context = await browser.newContext({ baseURL: platform.origin })
    const page = await context.newPage()
    await login(page, account)
    await page.goto(`/scripts/${script._id}`)
    await expect(add(page, 0)).toBeAttached()
    await use({ page, api: new PlatformClient(platform.origin, account.token) })
    await context.close()
  },
})

test.describe('product §12: no typed text is lost', () => {
  test.use({ viewport: DESKTOP })
  // The browser logs error responses, an expired session and a network that is down.
  test.use({ expectedErrors: [/status of 4\d\d|ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('when two tabs edit one note, shows both texts and joins them @core', async ({
    bob,
    script,
    texts,
  }) => {
    const { page: one } = bob
    await bob.api.note(script._id, script.content.lines[0]!._id, 'Slower')
    const two = await one.context().newPage()
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
    await expect.poll(texts).toEqual(['Slower, with the wind'])
    await two.getByRole('button', { name: 'Save' }).click()
    const question = two.getByRole('alert').filter({ hasText: 'changed in another tab or on another device' })
    await expect(question.getByText('Slower, with the wind', { exact: true })).toBeVisible()
    await expect(question.getByText('Slower, against the wind', { exact: true })).toBeVisible()
    await question.getByRole('button', { name: 'Join both versions' }).click()
    await expect(editor(two, 'Edit note')).toHaveValue('Slower, with the wind\n\nSlower, against the wind')
    await two.getByRole('button', { name: 'Save' }).click()
    await expect.poll(texts).toEqual(['Slower, with the wind\n\nSlower, against the wind'])
  })

  test('after a closed tab, and while offline', async ({ bob, script, texts }) => {
    const { page: first } = bob
    const context = first.context()
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
    await expect(page.getByText('Saved on this device until you are online')).toBeVisible()
    expect(await texts()).toEqual([])
    await context.setOffline(false)
    await expect.poll(texts).toEqual(['Half a thought'])
  })
})

test.describe('product §12: a note is added to the line that plays', () => {
  test.use({ viewport: DESKTOP })

  test('with the time in the line', async ({ page, client, signIn }) => {
    const script = await client.readyScript('The Cello', [WORDS[0]!, ...SPEECHES, WORDS[2]!])
    await signIn()
    await page.goto(`/scripts/${script._id}`)
    const reader = new Reader(page)
    await expect(add(page, 0)).toBeAttached()
    // The click focuses the first line.
    await reader.lineButton(0).click()
    const listening = await reader.listen()
    await listening.until(2)
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: /^Note on NELL: “It’s a cello/ })).toBeVisible()
    await editor(page).fill('Lighter')
    await editor(page).press('Control+Enter')
    const notes = () => client.notes(script._id)
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
/** Line indices of the dual dialogue. */
const [LEFT, RIGHT] = [3, 5]

/** A script with notes on every line, one of them with a two-digit count. */
async function uploadWithNotes(client: PlatformClient): Promise<string> {
  const { _id: id, content } = await client.upload('dual.fdx', DUAL)
  for (const { _id: lineId, text } of content.lines) {
    const range = { start: 0, end: Math.min(text.length, 40) }
    const note = {
      _id: randomUUID(),
      lineId,
      text: `On ${LONG}`,
      colour: 'yellow',
      category: 'General',
    } as const
    await client.call(createNote, { params: { id }, body: { ...note, range } })
  }
  for (let nth = 0; nth < 10; nth += 1) await client.note(id, content.lines[LEFT]!._id, `Nr ${nth}`)
  return id
}

test.describe('product §12: dual dialogue and phones', () => {
  for (const [width, height] of [
    [1_440, 900],
    [900, 900],
    [390, 844],
  ] as const)
    test(`at ${width} px the note buttons of both columns do not overlap and do not widen the page`, async ({
      page,
      client,
      signIn,
    }) => {
      const id = await uploadWithNotes(client)
      await page.setViewportSize({ width, height })
      await signIn()
      await page.goto(`/scripts/${id}`)
      await expect(mark(page, LEFT)).toHaveText('11')
      await expect(mark(page, RIGHT)).toHaveText('1')
      expect(await overflowOf(page)).toBe(0)
      for (const [line, who] of [
        [LEFT, 'HARE'],
        [RIGHT, 'TORTOISE'],
      ] as const) {
        await mark(page, line).click()
        const card = page.getByRole('dialog', { name: 'Notes on this line' })
        await expect(card).toContainText(who)
        expect(await overflowOf(page)).toBe(0)
        await card.getByRole('button', { name: 'Another note on this line' }).click()
        await expect(page.getByRole('dialog', { name: new RegExp(`^Note on ${who}: “`) })).toBeVisible()
        expect(await overflowOf(page)).toBe(0)
        await page.keyboard.press('Escape')
      }
    })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('the keyboard does not cover the editor', async ({ page, client, signIn }) => {
      const id = await uploadWithNotes(client)
      await signIn()
      await page.goto(`/scripts/${id}`)
      await expect(mark(page, LEFT)).toHaveText('11')
      expect(await overflowOf(page)).toBe(0)
      await mark(page, LEFT).tap()
      const card = page.getByRole('dialog', { name: 'Notes on this line' })
      // The editor of the last note in a long list.
      await card.getByRole('button', { name: 'Edit note' }).last().tap()
      await editor(page, 'Edit note').fill('Further down')
      await page.setViewportSize({ width: 390, height: 420 })
      await expect(editor(page, 'Edit note')).toBeFocused()
      await expect(editor(page, 'Edit note')).toBeInViewport({ ratio: 1 })
      expect(await overflowOf(page)).toBe(0)
      await page.getByRole('button', { name: 'Save' }).tap()
      await expect(editor(page, 'Edit note')).toHaveCount(0)
    })
  })
})
