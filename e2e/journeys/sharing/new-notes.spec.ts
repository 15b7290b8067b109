import { deleteNote } from '@andscene/contracts/routes/notes'
import { createVerifiedAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { Reader } from '../../fixtures/reader.ts'
import { DESKTOP, ferryLines } from '../../fixtures/script-lines.ts'
import { expect, login, test } from '../../fixtures/test.ts'

/* Two users on desktops: the owner mentions a collaborator (product §12). */

const WORDS = ferryLines(60)
const LINE = 55

test.describe('product §12: notes for others', () => {
  test.use({ viewport: DESKTOP })

  test('a mention is announced in the library, marked in the list, and can be linked to until it is deleted', async ({
    page,
    browser,
    client,
    platform,
    signIn,
  }) => {
    test.setTimeout(120_000)
    const script = await client.readyScript('The Ferry', WORDS)
    const bob = await createVerifiedAccount(platform.origin)
    await client.invite(script._id, bob, 'commenter')
    const bobs = new PlatformClient(platform.origin, bob.token)
    // The visit stores Bob's name.
    await bobs.script(script._id)
    const name = bob.email.slice(0, bob.email.indexOf('@'))

    await signIn()
    await page.goto(`/scripts/${script._id}`)
    const reader = new Reader(page)
    await reader.addNote(1).click()
    const field = page.getByRole('textbox', { name: 'Your note' })
    await field.pressSequentially('Slower, please, @')
    await expect(page.getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(`Slower, please, @${name} `)
    await page.keyboard.press('Control+Enter')
    await expect(reader.notes(1)).toBeVisible()
    const far = await client.note(script._id, script.content.lines[LINE]!._id, 'At the end.')
    const context = await browser.newContext({
      baseURL: platform.origin,
      viewport: DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const theirs = await context.newPage()
    await login(theirs, bob)
    await theirs.getByRole('link', { name: '2 new notes' }).click()
    const list = theirs.getByRole('complementary', { name: 'Notes' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByText('New:')).toHaveCount(2)
    await list.getByRole('button', { name: '@you', exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await list.getByRole('button', { name: '@you', exact: true }).click()
    await list.getByText('At the end.').click()
    await list.getByRole('button', { name: 'Copy link to note' }).click()
    const address = await theirs.evaluate(() => navigator.clipboard.readText())
    expect(address).toBe(`${platform.origin}/scripts/${script._id}?note=${far}`)
    await theirs.goto('/dashboard')
    await expect(theirs.getByRole('article', { name: 'The Ferry' })).toBeVisible()
    await expect(theirs.getByText(/new notes?$/)).toHaveCount(0)

    await theirs.goto(address)
    const card = theirs.getByRole('dialog', { name: 'Notes on this line' })
    await expect(card.getByText('At the end.')).toBeVisible()
    await expect(new Reader(theirs).line(LINE)).toBeInViewport()
    await expect(theirs).toHaveURL(`/scripts/${script._id}`)

    // Resolved offline, undone offline, sent when the network is back.
    await context.setOffline(true)
    await card.getByRole('button', { name: 'Resolve' }).click()
    await theirs.getByRole('button', { name: 'Undo' }).click()
    await context.setOffline(false)
    const isOpen = async () =>
      (await client.notes(script._id)).every(({ resolvedAt }) => resolvedAt === undefined)
    await expect.poll(isOpen).toBe(true)

    await client.call(deleteNote, { params: { id: script._id, noteId: far } })
    await theirs.goto(address)
    await expect(theirs.getByText('This note was deleted.')).toBeVisible()
    await context.close()
  })
})
