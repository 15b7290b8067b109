import { clearCache } from '@andscene/contracts/routes/caching'
import { deleteScript, renameScript } from '@andscene/contracts/routes/scripts'
import { leaveSharedScript, listSharedScripts, readSharing } from '@andscene/contracts/routes/sharing'
import { listNarrations } from '@andscene/contracts/routes/speech'
import type { SharedScript } from '@andscene/contracts/sharing/sharing'
import { castingKey } from '@andscene/web-kit/storage-keys'
import { system } from '@andscene/web-kit/testing/jsdom'
import { failed, holdRoute, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, cardOf, library, listed, openPage, server, withLines } from '../testing/page.tsx'

const sharedAs = (
  id: string,
  role: SharedScript['role'],
  over: Partial<SharedScript> = {},
): SharedScript => ({
  ...listed(id),
  role,
  sharedBy: 'Ada',
  sharedAt: '2026-11-21T12:00:00.000Z',
  ...over,
})
const open = (...ids: string[]) => {
  library.own = ids.map((id) => listed(id))
  return openPage('/dashboard')
}
const press = async (id: string, name: string) => {
  const button = (await cardOf(`Draft ${id}`)).getByRole('button', { name })
  await userEvent.click(button)
  return button
}
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(() => {
  system.still = true
})

describe('the focus', () => {
  test.each(['Cancel', 'Rename'])('returns to the Rename button after %s', async (choice) => {
    server.use(
      stub(renameScript, ({ params }) => ({ success: true, data: { script: withLines(listed(params.id)) } })),
    )
    open('a', 'b', 'c')
    const opener = await press('b', 'Rename')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), '!')
    await answer(choice)
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test.each([
    [['a', 'b', 'c'], 'b', 'the next card', 'Draft c'],
    [['a', 'b', 'c'], 'c', 'the card before the last one', 'Draft b'],
    [['a'], 'a', 'the heading of the page', 'Your Scripts'],
  ])('of %j moves from the deleted %s to %s', async (ids, id, _what, text) => {
    server.use(
      stub(deleteScript, ({ params }) => {
        library.own = library.own.filter(({ _id }) => _id !== params.id)
        return { success: true }
      }),
    )
    open(...ids)
    await press(id, 'Delete')
    await answer('Delete')
    await waitFor(() => expect(document.activeElement?.textContent).toBe(text))
  })
})

test.each(['Delete', 'Clear Cache'])('a confirmation closes when its page closes: %s', async (name) => {
  const page = open('a')
  await press('a', name)
  await screen.findByRole('dialog')
  await page.go('/elsewhere')
  await screen.findByText('another page')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows the progress of clearing the cache of two scripts at the same time', async () => {
  const { respond } = holdRoute(server, clearCache, () => ({ success: true, filesDeleted: 1 }))
  open('a', 'b')
  const buttons: HTMLElement[] = []
  for (const id of ['a', 'b']) {
    buttons.push(await press(id, 'Clear Cache'))
    await answer('Clear Cache')
    await noDialog()
  }
  const busy = () => buttons.map((button) => button.getAttribute('aria-busy'))
  expect(busy()).toEqual(['true', 'true'])
  respond()
  await waitFor(() => expect(busy()).toEqual(['false', 'false']))
})

test('product §2 Share opens the dialog of its script, requests nothing before, and regains the focus', async () => {
  const asked: string[] = []
  server.use(
    stub(readSharing, ({ params }) => {
      asked.push(params.id)
      return { success: true, data: { collaborators: [], links: [] } }
    }),
  )
  open('a', 'b')
  await cardOf('Draft b')
  expect(asked).toEqual([])
  const button = await press('b', 'Share')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Draft b')
  await within(dialog).findByText(/No one has access yet/)
  expect(asked).toEqual(['b'])
  await userEvent.keyboard('{Escape}')
  await noDialog()
  expect(document.activeElement).toBe(button)
})

const titles = () => screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent)
const leave = async () => {
  await press('x', 'Leave')
  await answer('Leave', 'Leave "Draft x"?')
}

describe('Shared with you', () => {
  beforeEach(() => void (library.shared = [sharedAs('x', 'editor'), sharedAs('y', 'listener')]))

  test('product §2 shows the owner and the role, and only the actions that the role allows', async () => {
    library.shared = [
      sharedAs('x', 'editor', { castCount: 2 }),
      sharedAs('y', 'listener', { castCount: 1, sharedBy: 'דנה' }),
      sharedAs('z', 'commenter'),
    ]
    server.use(
      stub(listNarrations, () => ({
        success: true,
        data: { narrations: [{ scriptId: 'x', total: 2, ready: 2, failed: 0, making: false }] },
      })),
    )
    open('a')
    const editor = await cardOf('Draft x')
    expect(editor.getByText('Ada').closest('p')!.textContent).toBe('Shared by Ada · Editor')
    expect(await editor.findByText('Audio ready')).toBeTruthy()
    expect(editor.getAllByRole('button').map((one) => one.ariaLabel ?? one.textContent)).toEqual([
      'Rename',
      'Leave',
    ])
    const listener = await cardOf('Draft y')
    expect(listener.getByText('דנה').tagName).toBe('BDI')
    expect(listener.getAllByRole('button').map((one) => one.textContent)).toEqual(['Leave'])
    // Not all voices are assigned, but a listener may not assign them.
    expect(listener.getByRole('link', { name: 'Listen' })).toBeTruthy()
    expect((await cardOf('Draft z')).queryByRole('link', { name: 'Cast' })).toBeNull()
  })

  test("does not delay the user's own scripts, and fails separately", async () => {
    const { respond } = holdRoute(server, listSharedScripts, () => failed('FORBIDDEN', 'Not now'), {
      once: true,
    })
    open('a')
    await cardOf('Draft a')
    respond()
    await screen.findByText(/could not be loaded: Not now/)
    await cardOf('Draft a')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await cardOf('Draft x')
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  test("product §2 is sorted and searched with the user's own scripts", async () => {
    library.shared = [sharedAs('zebra', 'editor'), sharedAs('apple', 'editor')]
    open(...Array.from({ length: 8 }, (_, n) => `own ${n}`))
    await cardOf('Draft apple')
    const sorts = screen.getByRole('combobox', { name: 'Sort by' })
    const names = within(sorts)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Newest first', 'Last listened', 'Title'])
    await userEvent.selectOptions(sorts, 'Title')
    await waitFor(() => expect(titles().slice(-2)).toEqual(['Draft apple', 'Draft zebra']))
    await userEvent.type(screen.getByRole('textbox', { name: 'Find a script' }), 'apple')
    await waitFor(() => expect(titles()).toEqual(['Draft apple']))
    expect(screen.getByText('1 of 10 scripts')).toBeTruthy()
  })

  test.each([
    ['left', () => ({ success: true }) as const],
    ['already removed', () => failed('NOT_FOUND', 'No such script')],
  ])(
    'removes a script that is %s, with its data on the device, and focuses the next card',
    async (_case, response) => {
      localStorage.setItem(castingKey('x'), '{}')
      server.use(
        stub(leaveSharedScript, ({ params }) => {
          library.shared = library.shared.filter(({ _id }) => _id !== params.id)
          return response()
        }),
      )
      open('a')
      await leave()
      await screen.findByText('You have left "Draft x".')
      expect(screen.queryByRole('heading', { name: 'Draft x' })).toBeNull()
      expect(localStorage.getItem(castingKey('x'))).toBeNull()
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Draft y'))
    },
  )

  test('restores a script when leaving fails', async () => {
    const { respond } = holdRoute(server, leaveSharedScript, () => failed('CONFLICT', 'Not now'))
    open('a')
    await leave()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Draft x' })).toBeNull())
    respond()
    await screen.findByText('Failed to leave the script: Not now')
    expect(await cardOf('Draft x')).toBeTruthy()
  })
})
