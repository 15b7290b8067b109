import { readHealth } from '@andscene/contracts/routes/health'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { leaveSharedScript, listSharedScripts, readSharing } from '@andscene/contracts/routes/sharing'
import { listNarrations } from '@andscene/contracts/routes/speech'
import type { ScriptListItem } from '@andscene/contracts/script'
import type { SharedScript } from '@andscene/contracts/sharing'
import { castingKey } from '@andscene/web-kit/storage-keys'
import { system } from '@andscene/web-kit/testing/jsdom'
import { failed, holdRoute, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listed, openPage, server, setUpPages } from '../testing/page.tsx'

setUpPages()

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

let own: ScriptListItem[]
let shared: SharedScript[]
beforeEach(() => {
  system.still = true
  own = ['a', 'b'].map(listed)
  shared = [sharedAs('x', 'editor'), sharedAs('y', 'listener')]
  server.use(
    stub(listScripts, () => ({ success: true, data: { scripts: own } })),
    stub(listSharedScripts, () => ({ success: true, data: { scripts: shared } })),
    stub(readHealth, () => ({ success: true, status: 'ok', version: '1', services: {} })),
  )
})

const card = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('article')!)
const section = () => screen.findByRole('region', { name: 'Shared with you' })
const titles = () => screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent)

describe('Share on a card', () => {
  test('product §2 opens the dialog of that script, asks for nothing before, and has the focus back after', async () => {
    const asked: string[] = []
    server.use(
      stub(readSharing, ({ params }) => {
        asked.push(params.id)
        return { success: true, data: { collaborators: [], links: [] } }
      }),
    )
    openPage('/dashboard')
    const button = (await card('Draft b')).getByRole('button', { name: 'Share' })
    expect(asked).toEqual([])
    await userEvent.click(button)
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Draft b')
    expect(await within(dialog).findByText(/No one yet/)).toBeTruthy()
    expect(asked).toEqual(['b'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })
})

const leave = async (title: string) => {
  await userEvent.click((await card(title)).getByRole('button', { name: 'Leave' }))
  const dialog = await screen.findByRole('dialog', { name: `Leave "${title}"?` })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }))
}

describe('Shared with you', () => {
  test('product §2 tells who shared a script and as what; what a role may not do is not there', async () => {
    shared = [
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
    openPage('/dashboard')
    await section()
    const editor = await card('Draft x')
    expect(editor.getByText('Ada').closest('p')!.textContent).toBe('Shared by Ada · Editor')
    expect(await editor.findByText('Ready')).toBeTruthy()
    expect(editor.getAllByRole('button').map((one) => one.ariaLabel ?? one.textContent)).toEqual([
      'Rename',
      'Leave',
    ])
    const listener = await card('Draft y')
    expect(listener.getByText('דנה').tagName).toBe('BDI')
    expect(listener.getAllByRole('button').map((one) => one.textContent)).toEqual(['Leave'])
    // Not all voices are assigned, but it is not theirs to do.
    expect(listener.getByRole('link', { name: 'Listen' })).toBeTruthy()
    expect((await card('Draft z')).queryByRole('link', { name: 'Cast' })).toBeNull()
  })

  test('there is no such section when nothing is shared', async () => {
    shared = []
    openPage('/dashboard')
    await card('Draft a')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull())
    expect(screen.getByText('2 scripts')).toBeTruthy()
  })

  test('does not delay the user’s own scripts, and fails separately', async () => {
    const { respond } = holdRoute(server, listSharedScripts, () => failed('FORBIDDEN', 'Not now'), {
      once: true,
    })
    openPage('/dashboard')
    expect(await card('Draft a')).toBeTruthy()
    respond()
    expect(await screen.findByText(/could not be loaded: Not now/)).toBeTruthy()
    expect(await card('Draft a')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await card('Draft x')).toBeTruthy()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  test('product §2 is sorted and searched as the others are', async () => {
    own = Array.from({ length: 8 }, (_, n) => listed(`own ${n}`))
    shared = [sharedAs('zebra', 'editor'), sharedAs('apple', 'editor')]
    openPage('/dashboard')
    await section()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title')
    await waitFor(() => expect(titles().slice(-2)).toEqual(['Draft apple', 'Draft zebra']))
    await userEvent.type(screen.getByRole('textbox', { name: 'Find a script' }), 'apple')
    await waitFor(() => expect(titles()).toEqual(['Draft apple']))
    expect(screen.getByText('1 of 10 scripts')).toBeTruthy()
  })

  test.each([
    ['left', () => ({ success: true }) as const],
    ['gone already', () => failed('NOT_FOUND', 'No such script')],
  ])(
    'one that is left goes, with what the device kept; the next has the focus: %s',
    async (_case, response) => {
      localStorage.setItem(castingKey('x'), '{}')
      server.use(
        stub(leaveSharedScript, ({ params }) => {
          shared = shared.filter(({ _id }) => _id !== params.id)
          return response()
        }),
      )
      openPage('/dashboard')
      await leave('Draft x')
      expect(await screen.findByText('You have left "Draft x".')).toBeTruthy()
      expect(screen.queryByRole('heading', { name: 'Draft x' })).toBeNull()
      expect(localStorage.getItem(castingKey('x'))).toBeNull()
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Draft y'))
    },
  )

  test('one that could not be left is there again', async () => {
    const { respond } = holdRoute(server, leaveSharedScript, () => failed('CONFLICT', 'Not now'))
    openPage('/dashboard')
    await leave('Draft x')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Draft x' })).toBeNull())
    respond()
    expect(await screen.findByText('Failed to leave the script: Not now')).toBeTruthy()
    expect(await card('Draft x')).toBeTruthy()
  })
})
