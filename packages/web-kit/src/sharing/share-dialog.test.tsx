import '../testing/jsdom.ts'
import {
  changeCollaborator,
  changeLink,
  createLink,
  inviteCollaborator,
  listShareEvents,
  readSharing,
  removeCollaborator,
} from '@andscene/contracts/routes/sharing'
import { createInvitationLink } from '@andscene/contracts/routes/invitations'
import type { Collaborator, ShareLink, Sharing } from '@andscene/contracts/sharing/sharing'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AntdProvider } from '../theme/antd-provider.tsx'
import { createQueryClient } from '../api/query-client.ts'
import { isHeld } from '../navigation/safe-moment.ts'
import { SnackbarProvider } from '../components/snackbar.tsx'
import { system } from '../testing/jsdom.ts'
import { backend } from '../testing/backend.ts'
import { failed, holdRoute, stub } from '../testing/stub.ts'
import { ThemeProvider } from '../theme/theme.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { dayText, momentText } from '../text/dates.ts'

const bob: Collaborator = {
  _id: 'c1',
  email: 'bob@example.org',
  role: 'commenter',
  invitedAt: '2026-11-20T12:00:00.000Z',
  mail: 'sent',
}
const producers: ShareLink = {
  _id: 'l1',
  name: 'Producers',
  role: 'listener',
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2096-12-25T12:00:00.000Z',
  hasPassphrase: false,
  opens: 0,
  guests: [],
}

/** The backend's data, and how often it was requested. */
let sharing: Sharing
let asked: number
const server = backend()
beforeEach(() => {
  system.still = true
  sharing = { collaborators: [bob], links: [producers] }
  asked = 0
  server.use(
    stub(readSharing, () => {
      asked += 1
      return { success: true, data: sharing }
    }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.restoreAllMocks()
})

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <ShareDialog scriptId="s1" title="Lantern Street" open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const user = userEvent.setup()

/** Opens the dialog on a page. */
async function openDialog() {
  const client = createQueryClient()
  const { queries, mutations } = client.getDefaultOptions()
  client.setDefaultOptions({
    queries: { ...queries, retry: false },
    mutations: { ...mutations, retryDelay: 1 },
  })
  render(
    <ThemeProvider>
      <AntdProvider>
        <SnackbarProvider>
          <QueryClientProvider client={client}>
            <Page />
          </QueryClientProvider>
        </SnackbarProvider>
      </AntdProvider>
    </ThemeProvider>,
  )
  await user.click(opener())
  return within(await screen.findByRole('dialog'))
}
const opener = () => screen.getByRole('button', { name: 'Share' })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const openTab = async (name: RegExp) => user.click(await screen.findByRole('tab', { name }))
/** Answers the second dialog on top of the first. */
const agree = async (question: string, name: string) => {
  // In a test both have the same ids, and so the same name.
  const dialog = (await screen.findAllByText(question))[0]!.closest<HTMLElement>('[role=dialog]')!
  await user.click(within(dialog).getByRole('button', { name }))
}
const rowOf = async (text: string) => within((await screen.findByText(text)).closest('li')!)
/** Spies on a clipboard that accepts writes. */
const clipboard = () => vi.spyOn(navigator.clipboard, 'writeText')

describe('the dialog', () => {
  test('architecture §8 sends no request before it opens, then follows the listening progress', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const { findByText } = await openDialog()
    expect(await findByText('Invited')).toBeTruthy()
    expect(asked).toBe(1)
    sharing = {
      ...sharing,
      collaborators: [{ ...bob, joinedAt: bob.invitedAt, lastHeardAt: bob.invitedAt, heard: 0.404 }],
    }
    await act(() => vi.advanceTimersByTimeAsync(10_100))
    expect(await findByText('Heard 40 %')).toBeTruthy()
    expect(await findByText('Joined')).toBeTruthy()
    expect(await findByText(momentText(bob.invitedAt))).toBeTruthy()
  })

  test('focuses the address field, closes on Escape, and restores the focus to the button', async () => {
    await openDialog()
    await waitFor(() => expect(document.activeElement).toBe(field('Email address')))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(opener())
  })

  test('shows why loading failed, and loads again on Retry', async () => {
    server.use(stub(readSharing, () => failed('NOT_FOUND', 'No such script'), { once: true }))
    await openDialog()
    expect(await screen.findByText('No such script')).toBeTruthy()
    await press('Retry')
    expect(await screen.findByText('bob@example.org')).toBeTruthy()
  })

  test('keeps the loaded data when a refresh fails, and marks it as outdated', async () => {
    await openDialog()
    await screen.findByText('bob@example.org')
    server.use(stub(readSharing, () => failed('FORBIDDEN', 'Not now'), { once: true }))
    act(() => void globalThis.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText(/Not up to date: Not now/)).toBeTruthy()
    expect(screen.getByText('bob@example.org')).toBeTruthy()
    await press('Retry')
    await waitFor(() => expect(screen.queryByText(/Not up to date/)).toBeNull())
  })
})

const invited = (over: Partial<Collaborator> = {}) =>
  stub(inviteCollaborator, ({ body }) => {
    const collaborator = { ...bob, _id: 'c2', email: body.email, role: body.role, ...over }
    sharing = { ...sharing, collaborators: [...sharing.collaborators, collaborator] }
    return { success: true, data: { collaborator } }
  })

describe('inviting', () => {
  test('product §6 works by address and role, on Enter; the user is added to the list with a message', async () => {
    server.use(invited())
    await openDialog()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Editor')
    await user.type(field('Email address'), ' ada@example.org {Enter}')
    expect(await screen.findByText('ada@example.org is invited as Editor.')).toBeTruthy()
    const row = await rowOf('ada@example.org')
    expect(row.getByRole<HTMLSelectElement>('combobox').value).toBe('editor')
    expect(field('Email address').value).toBe('')
  })

  test('decision 0067: a link can be copied for users who have not joined, even after the invitation has expired', async () => {
    const over = { ...bob, _id: 'c2', email: 'eve@example.org', expiresAt: '2026-11-21T12:00:00.000Z' }
    const joined = { ...bob, _id: 'c3', email: 'mia@example.org', joinedAt: bob.invitedAt }
    sharing = { ...sharing, collaborators: [bob, over, joined] }
    const hasJoined = 'This invitation is already accepted. No link is needed.'
    server.use(
      stub(createInvitationLink, () => failed('UNAVAILABLE', 'Not now'), { once: true }),
      stub(createInvitationLink, () => failed('CONFLICT', hasJoined)),
    )
    const dialog = await openDialog()
    expect((await rowOf('eve@example.org')).getByText('Expired')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Copy link for mia@example.org' })).toBeNull()
    await press('Copy link for eve@example.org')
    expect(
      await screen.findByText(
        'The link for eve@example.org was not created. Check your connection and try again.',
      ),
    ).toBeTruthy()
    await press('Copy link for bob@example.org')
    expect(await screen.findByText(hasJoined)).toBeTruthy()
  })

  test.each([
    ['bob', 'Invalid email format'],
    [' ', 'Email address is required'],
  ])('product §5 "%s" is rejected at the field without a request', async (typed, sentence) => {
    await openDialog()
    await user.type(field('Email address'), typed)
    await press('Invite')
    expect(screen.getByRole('alert').textContent).toBe(sentence)
    expect(field('Email address').getAttribute('aria-invalid')).toBe('true')
  })

  test.each([
    ['CONFLICT', 'You cannot invite yourself', 1],
    ['TOO_MANY_REQUESTS', 'Too many requests. Please try again later.', 1],
    ['UNAVAILABLE', 'Not now', 3],
  ] as const)(
    "%s: shows the backend's message at the field and keeps the input",
    async (code, sentence, tries) => {
      let sent = 0
      server.use(
        stub(inviteCollaborator, () => {
          sent += 1
          return failed(code, sentence)
        }),
      )
      await openDialog()
      await user.type(field('Email address'), 'me@example.org{Enter}')
      expect((await screen.findByRole('alert')).textContent).toBe(sentence)
      expect(field('Email address').value).toBe('me@example.org')
      expect(sent).toBe(tries)
    },
  )
})

const roleOfBob = async () => (await rowOf('bob@example.org')).getByRole<HTMLSelectElement>('combobox')

describe('people', () => {
  test('a new role is shown immediately', async () => {
    const { respond } = holdRoute(server, changeCollaborator, ({ body }) => {
      const collaborator = { ...bob, ...body }
      sharing = { ...sharing, collaborators: [collaborator] }
      return { success: true, data: { collaborator } }
    })
    await openDialog()
    await user.selectOptions(await roleOfBob(), 'Listener')
    expect((await roleOfBob()).value).toBe('listener')
    respond()
    expect(await screen.findByText('bob@example.org: role changed to Listener.')).toBeTruthy()
    expect((await roleOfBob()).value).toBe('listener')
  })

  test('a rejected role is undone with a message', async () => {
    server.use(stub(changeCollaborator, () => failed('VALIDATION', 'Not now')))
    await openDialog()
    await user.selectOptions(await roleOfBob(), 'Listener')
    expect(await screen.findByText('Failed to change the role of bob@example.org: Not now')).toBeTruthy()
    expect((await roleOfBob()).value).toBe('commenter')
  })

  test.each([
    ['removed', () => ({ success: true }) as const],
    ['already removed', () => failed('NOT_FOUND', 'No such collaborator')],
  ])('a user is removed after a confirmation, and the focus moves: %s', async (_case, response) => {
    server.use(
      stub(removeCollaborator, () => {
        sharing = { ...sharing, collaborators: [] }
        return response()
      }),
    )
    await openDialog()
    await user.click((await rowOf('bob@example.org')).getByRole('button', { name: 'Remove' }))
    await agree('Remove bob@example.org?', 'Remove')
    expect(await screen.findByText('bob@example.org was removed.')).toBeTruthy()
    expect(await screen.findByText(/No one has access yet/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('People with access'))
  })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** Stubs changes of the only link; returns the sent ones. */
const acceptChanges = () => {
  const requests: object[] = []
  server.use(
    stub(changeLink, ({ body: { days, ...body } }) => {
      requests.push({ ...body, ...(days !== undefined && { days }) })
      const end = days === undefined ? {} : { expiresAt: inDays(days) }
      const link = { ...sharing.links[0]!, ...body, ...end }
      sharing = { ...sharing, links: [link] }
      return { success: true, data: { link } }
    }),
  )
  return requests
}
const makeLink = async () => {
  await openDialog()
  await openTab(/^Links/)
  await press('New link')
  await user.type(field('Name of the link'), 'Ada{Enter}')
  await screen.findByText('Copy this address and send it to your guests')
}
describe('links', () => {
  const token = 'A'.repeat(43)
  let sent: object
  const make = () =>
    server.use(
      stub(createLink, ({ body }) => {
        sent = body
        const { name, role, passphrase } = body
        const link = { ...producers, _id: 'l2', name, role, hasPassphrase: passphrase !== undefined }
        sharing = { ...sharing, links: [link, ...sharing.links] }
        return { success: true, data: { link, token } }
      }),
    )

  test('are created with a name, a role, an expiry and a passphrase; the link is shown once', async () => {
    make()
    const write = clipboard()
    sharing = { ...sharing, links: [] }
    await openDialog()
    await openTab(/^Links/)
    await user.type(field('Name of the link'), 'Ada')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Listener')
    await press('90 days')
    await user.type(field('Passphrase (optional)'), 'open sesame')
    await press('Create link')
    await screen.findByText('Copy this address and send it to your guests')
    expect(sent).toEqual({ name: 'Ada', role: 'listener', days: 90, passphrase: 'open sesame' })
    expect(field('Address of the link').value).toBe(`${location.origin}/listen#${token}`)
    // product §14: no new version is offered before the link was copied.
    expect(isHeld()).toBe(true)
    await press('Copy')
    expect(write).toHaveBeenCalledWith(`${location.origin}/listen#${token}`)
    await waitFor(() => expect(isHeld()).toBe(false))
    await press('Done')
    expect(screen.queryByDisplayValue(new RegExp(token))).toBeNull()
    expect(await screen.findByRole('tab', { name: 'Links (1)' })).toBeTruthy()
  })

  test('product §11: after "Done" and closing, the address can be copied until the page is reloaded', async () => {
    make()
    const write = clipboard()
    await makeLink()
    await press('Done')
    // It was not copied: neither a new version nor closing may take it away without a question.
    expect(isHeld()).toBe(true)
    await press('Close')
    await agree('Close without copying the link?', 'Close anyway')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(isHeld()).toBe(false)
    await user.click(opener())
    await openTab(/^Links/)
    await press('Copy link Ada')
    expect(field('Address of the link Ada').value).toBe(`${location.origin}/listen#${token}`)
    await waitFor(() => expect(write).toHaveBeenCalledWith(`${location.origin}/listen#${token}`))
    expect((await rowOf('Producers')).queryByRole('button', { name: /^Copy link/ })).toBeNull()
  })

  test('are not created without a name or with a short passphrase', async () => {
    await openDialog()
    await openTab(/^Links/)
    await press('New link')
    await press('Create link')
    expect(await screen.findByText('Enter a name for the link')).toBeTruthy()
    await user.type(field('Name of the link'), 'Ada')
    await user.type(field('Passphrase (optional)'), 'abc')
    await press('Create link')
    expect(await screen.findByText('At least 4 characters')).toBeTruthy()
  })

  test.each(['0', '-3', '0.5', '366', '{Backspace}'])(
    'product §11: %s days are rejected with a sentence, and do not become another number',
    async (typed) => {
      make()
      sent = {}
      await openDialog()
      await openTab(/^Links/)
      await press('New link')
      await user.type(field('Name of the link'), 'Ada')
      const days = screen.getByRole('spinbutton', { name: 'Expires in days' })
      await user.clear(days)
      await user.type(days, typed)
      await press('Create link')
      expect(await screen.findByText('Enter a whole number from 1 to 365')).toBeTruthy()
      expect(days.getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(days)
      await user.clear(days)
      await user.type(days, '7{Enter}')
      await screen.findByText('Copy this address and send it to your guests')
      expect(sent).toMatchObject({ days: 7 })
    },
  )

  test('product §11: can be renamed, which keeps their end, and extended', async () => {
    const requests = acceptChanges()
    sharing.links = [{ ...producers, expiresAt: inDays(2) }]
    await openDialog()
    await openTab(/^Links/)
    const row = await rowOf('Producers')
    await user.click(row.getByRole('button', { name: 'Edit' }))
    const form = within(screen.getByRole('form', { name: 'Edit the link Producers' }))
    const name = form.getByRole('textbox', { name: 'Name of the link' })
    expect(document.activeElement).toBe(name)
    expect(form.getByRole<HTMLInputElement>('spinbutton').value).toBe('2')
    await user.clear(name)
    await user.type(name, 'Festival{Enter}')
    const saved = `The link "Festival" was saved. Expires ${dayText(inDays(2))}.`
    expect(await screen.findByText(saved)).toBeTruthy()
    const edit = await (await rowOf('Festival')).findByRole('button', { name: 'Edit' })
    await waitFor(() => expect(document.activeElement).toBe(edit))
    await user.keyboard('{Enter}')
    await press('90 days')
    await press('Save link')
    expect(await screen.findByText(`Expires ${dayText(inDays(90))}`)).toBeTruthy()
    expect(requests).toEqual([{ name: 'Festival' }, { days: 90 }])
  })

  test('with right-to-left text in their name do not reorder the question about them', async () => {
    sharing.links = [{ ...producers, name: '\u202Eנעמי' }]
    await openDialog()
    await openTab(/^Links/)
    await press('Revoke')
    expect(await screen.findAllByText('Revoke the link "\u2068נעמי\u2069"?')).toBeTruthy()
  })

  test('with right-to-left text in their name do not reorder the message about them', async () => {
    acceptChanges()
    await openDialog()
    await openTab(/^Links/)
    await user.click((await rowOf('Producers')).getByRole('button', { name: 'Edit' }))
    await user.clear(field('Name of the link'))
    await user.type(field('Name of the link'), 'נעמי{Enter}')
    expect(await screen.findByText(/^The link "\u2068נעמי\u2069" was saved\./u)).toBeTruthy()
  })

  test('keep the dialog open when Escape closes their form, and show why they were not saved', async () => {
    server.use(stub(changeLink, () => failed('CONFLICT', 'A script may have 50 open links at most')))
    await openDialog()
    await openTab(/^Links/)
    await user.click((await rowOf('Producers')).getByRole('button', { name: 'Edit' }))
    await press('30 days')
    await press('Save link')
    expect((await screen.findByRole('alert')).textContent).toBe('A script may have 50 open links at most')
    await user.click(field('Name of the link'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('product §11: are duplicated with name, role and days; the passphrase has to be entered again', async () => {
    make()
    sharing.links = [{ ...producers, expiresAt: inDays(12), hasPassphrase: true }]
    await openDialog()
    await openTab(/^Links/)
    await user.click((await rowOf('Producers')).getByRole('button', { name: 'Duplicate' }))
    expect(screen.getByText(/The passphrase is not copied\./)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Name of the link')))
    await press('Create link')
    await screen.findByText('Copy this address and send it to your guests')
    expect(sent).toEqual({ name: 'Producers (copy)', role: 'listener', days: 12 })
  })

  test('show why one was not created, and are not retried', async () => {
    let requests = 0
    server.use(
      stub(createLink, () => {
        requests += 1
        return failed('UNAVAILABLE', 'Not now')
      }),
    )
    await openDialog()
    await openTab(/^Links/)
    await press('New link')
    await user.type(field('Name of the link'), 'Ada{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Not now')
    expect(requests).toBe(1)
  })

  test('when the clipboard is blocked, the link is selected with a message', async () => {
    make()
    clipboard().mockRejectedValue(new DOMException('No', 'NotAllowedError'))
    await makeLink()
    await press('Copy')
    expect(
      await screen.findByText('The browser blocked copying. The link is selected: press Ctrl+C (⌘C).'),
    ).toBeTruthy()
    const input = field('Address of the link')
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, input.value.length])
  })

  test('closing the dialog before copying the link requires a confirmation', async () => {
    make()
    await makeLink()
    await press('Close')
    await agree('Close without copying the link?', 'Go back')
    expect(field('Address of the link').value).toContain(token)
    await press('Copy')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('show who opened them, and how much each guest has heard', async () => {
    const at = '2026-11-21T12:00:00.000Z'
    sharing.links = [
      {
        ...producers,
        hasPassphrase: true,
        opens: 3,
        lastOpenedAt: at,
        guests: [
          { name: 'Dana', openedAt: at, lastHeardAt: at, heard: 0.124, heardPage: 4 },
          // From a service of an older release.
          { name: 'Eli', openedAt: at, lastHeardAt: at, heard: 0.4 },
          { openedAt: bob.invitedAt, heard: 0 },
        ],
        guestCount: 54,
        listenerCount: 2,
      },
    ]
    await openDialog()
    await openTab(/^Links/)
    const row = await rowOf('Producers')
    expect(row.getByText(`Expires ${dayText(producers.expiresAt)}`)).toBeTruthy()
    expect(row.getByText('Passphrase')).toBeTruthy()
    expect(row.getByText(/Opened 3 times, last/)).toBeTruthy()
    expect(row.getByText(/54 guests, 2 listened/)).toBeTruthy()
    expect(row.getByText('51 more guests are not shown.')).toBeTruthy()
    const dana = row.getByText('Dana').closest('li')!.textContent
    expect(dana).toContain('Page 4 · 12\u00a0%')
    expect(dana).toContain(momentText(at))
    expect(row.getByText('Eli').closest('li')!.textContent).toContain('Heard 40\u00a0%')
    expect(row.getByText('Guest').closest('li')!.textContent).toContain('Has not listened yet')
  })
})

test('the history is loaded when its tab opens, and shown in sentences', async () => {
  const at = '2026-11-21T12:00:00.000Z'
  server.use(
    stub(listShareEvents, () => ({
      success: true,
      data: {
        events: [
          { at, kind: 'revoked', actor: 'Ada', subject: 'Producers' },
          { at, kind: 'opened', actor: 'Guest', subject: 'Producers' },
          { at, kind: 'joined', actor: 'bob@example.org', subject: 'bob@example.org', role: 'editor' },
          { at, kind: 'invited', actor: 'Ada', subject: 'bob@example.org', role: 'editor' },
        ],
      },
    })),
  )
  await openDialog()
  await openTab(/^History/)
  await screen.findByText(/invited/)
  expect(screen.getAllByRole('listitem').map(({ lastChild }) => lastChild?.textContent?.trim())).toEqual([
    'Ada ended the access of Producers',
    'Guest opened the link Producers',
    'bob@example.org joined as Editor',
    'Ada invited bob@example.org as Editor',
  ])
})
