import { deleteAccount } from '@andscene/contracts/routes/account'
import { savePreferences } from '@andscene/contracts/routes/preferences'
import { listVoices, readDefaultVoice, saveDefaultVoice } from '@andscene/contracts/routes/voices'
import * as identity from '@andscene/web-kit/identity'
import { failed, holdRoute, stub } from '@andscene/web-kit/testing/stub'
import { voice } from '@andscene/web-kit/testing/voice'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage, server } from '../testing/page.tsx'

vi.mock('@andscene/web-kit/identity', async (original) => ({
  ...(await original<typeof identity>()),
  hasPassword: vi.fn<typeof identity.hasPassword>(),
  confirmPerson: vi.fn<typeof identity.confirmPerson>(),
  changePassword: vi.fn<typeof identity.changePassword>(),
  passwordPolicyMisses: vi.fn<typeof identity.passwordPolicyMisses>(),
}))
const { hasPassword, confirmPerson, changePassword, passwordPolicyMisses } = vi.mocked(identity)
const coded = (code: string) => Object.assign(new Error(code), { code })

/** Clicks a button once it is enabled. */
const press = async (name: string) => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
}
const fill = async (current: string, next: string, confirmation = next) => {
  await press('Change Password')
  const form = within(screen.getByRole('form', { name: 'Change password' }))
  if (current) await userEvent.type(form.getByLabelText('Current password'), current)
  if (next) await userEvent.type(form.getByLabelText('New password'), next)
  if (confirmation) await userEvent.type(form.getByLabelText('Confirm new password'), confirmation)
  await userEvent.click(form.getByRole('button', { name: 'Save Password' }))
  return form
}

const openDialog = async () => {
  await press('Delete Account')
  return within(await screen.findByRole('dialog'))
}

const chooseVoice = async (name: string, typed: string) => {
  const select = await screen.findByRole('combobox', { name: 'Default voice' })
  await waitFor(() => expect((select as HTMLInputElement).disabled).toBe(false))
  await userEvent.type(select, typed)
  expect(screen.queryByText(/^Claire/)).toBeNull()
  await userEvent.click(await screen.findByText(new RegExp(`^${name} · `)))
  return within(select.closest<HTMLElement>('.scene-select')!)
}

let chosenVoices: (string | null)[]
let deletions = 0
/** Loses the response of a deletion; the account cannot reauthenticate after it. */
const loseResponse = (next: () => Response | { success: true }) => {
  server.use(
    stub(deleteAccount, () => {
      deletions += 1
      if (deletions > 1) return next()
      confirmPerson.mockRejectedValue(coded('auth/invalid-credential'))
      return Response.error()
    }),
  )
}
const tryTwice = async (second = 'Table-Read-1') => {
  const page = openPage('/settings')
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Password'), 'Table-Read-1{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Failed to delete your account: Network/)
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), `${second}{Enter}`)
  return { page, dialog }
}

beforeEach(() => {
  chosenVoices = []
  deletions = 0
  hasPassword.mockResolvedValue(true)
  confirmPerson.mockReset().mockResolvedValue(undefined)
  changePassword.mockReset().mockResolvedValue(undefined)
  passwordPolicyMisses.mockResolvedValue(null)
  server.use(
    stub(listVoices, () => ({
      success: true,
      data: {
        voices: [
          voice('v:ruth', { name: 'Ruth', locale: 'en-GB' }),
          voice('v:claire', { name: 'Claire', locale: 'fr-FR' }),
        ],
      },
    })),
    stub(readDefaultVoice, () => ({ success: true, data: { voiceId: null } })),
    stub(saveDefaultVoice, ({ body: { voiceId } }) => {
      chosenVoices.push(voiceId)
      return { success: true, data: { voiceId } }
    }),
    stub(deleteAccount, () => {
      deletions += 1
      return { success: true }
    }),
  )
})

describe('product §2 the default voice', () => {
  test('is found by name, gender or language, and saved immediately', async () => {
    openPage('/settings')
    const shown = await chooseVoice('Ruth', 'british')
    await waitFor(() => expect(chosenVoices).toEqual(['v:ruth']))
    expect(shown.getByText('Ruth · British English · female')).toBeTruthy()
  })

  test('product §8 shows why it could not be loaded, and keeps the focus on Retry during a retry', async () => {
    const { respond } = holdRoute(server, readDefaultVoice, () => ({
      success: true,
      data: { voiceId: null },
    }))
    server.use(stub(readDefaultVoice, () => failed('NOT_FOUND', 'No voices here'), { once: true }))
    openPage('/settings')
    expect(await screen.findByText('No voices here')).toBeTruthy()
    const retry = screen.getByRole('button', { name: 'Retry' })
    await userEvent.click(retry)
    await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBe('true'))
    expect(document.activeElement).toBe(retry)
    respond()
    expect(await screen.findByRole('combobox', { name: 'Default voice' })).toBeTruthy()
  })

  test('is restored when saving fails', async () => {
    server.use(stub(saveDefaultVoice, () => failed('NOT_FOUND', 'Voice not found')))
    openPage('/settings')
    const shown = await chooseVoice('Ruth', 'ruth')
    expect(await screen.findByText('Failed to save your default voice: Voice not found')).toBeTruthy()
    await waitFor(() => expect(shown.queryByText('Ruth · British English · female')).toBeNull())
  })

  test('can be removed by choosing none', async () => {
    server.use(stub(readDefaultVoice, () => ({ success: true, data: { voiceId: 'v:claire' } })))
    openPage('/settings')
    const select = await screen.findByRole('combobox', { name: 'Default voice' })
    const shown = within(select.closest<HTMLElement>('.scene-select')!)
    await shown.findByText('Claire · French (France) · female')
    await userEvent.type(select, 'no def')
    await userEvent.click(await screen.findByText('No default voice'))
    await waitFor(() => expect(chosenVoices).toEqual([null]))
    await waitFor(() => expect(shown.queryByText('Claire · French (France) · female')).toBeNull())
    expect(shown.getByText('Search by name, gender or language')).toBeTruthy()
    await userEvent.type(select, 'no def')
    expect(await screen.findByText('No voices found')).toBeTruthy()
  })
})

test('product §2, §4 Reading contains the presets, the kinds and the speed, and saves each choice', async () => {
  const saved: unknown[] = []
  server.use(
    stub(savePreferences, ({ body }) => {
      saved.push(body)
      return { success: true, data: { preferences: { skippedLineTypes: [] } } }
    }),
  )
  openPage('/settings')
  await screen.findByRole('radio', { name: 'Everything', checked: true })
  await userEvent.click(screen.getByText('Table read'))
  await userEvent.click(screen.getByRole('switch', { name: 'Cues' }))
  expect(screen.getByRole('radio', { name: 'Custom', checked: true })).toBeTruthy()
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ skippedLineTypes: ['Parenthetical'] }))
  await userEvent.click(screen.getByText('1.5×'))
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ rate: 1.5 }))
})

test('product §2 Dark Mode switches the theme and stores it on the device', async () => {
  openPage('/settings')
  expect(await screen.findByText('Switch between light and dark themes')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Dark Mode' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('andscene_theme')).toBe('dark')
})

test('product §2 shows the progress of loading the natural voices next to the default voice', async () => {
  server.use(
    stub(listVoices, () => ({
      success: true,
      data: { voices: [], naturalVoices: { state: 'coming', doneBytes: 45_000_000, totalBytes: 92_361_271 } },
    })),
  )
  openPage('/settings')
  const region = within(await screen.findByRole('region', { name: 'Voice' }))
  expect(await region.findByText('Loading natural voices… 48 %')).toBeTruthy()
})

test('product §2 shows authors and licenses of the voices; the links send no referrer', async () => {
  openPage('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Show credits' }))
  const title = await screen.findByText('Voices: licences and credits')
  const dialog = within(title.closest<HTMLElement>('[role=dialog]')!)
  for (const name of ['Kokoro-82M', 'ONNX Runtime', 'misaki', 'CMU Flite', 'eSpeak NG', 'LAME']) {
    const link = await dialog.findByRole('link', { name: new RegExp(`^${name} ?\\(opens in a new tab\\)$`) })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(new URL((link as HTMLAnchorElement).href).protocol).toBe('https:')
  }
})

describe('when the identity service cannot be reached', () => {
  test('product §8 shows an error with Retry instead of the password and account actions', async () => {
    hasPassword.mockReset().mockRejectedValue(new Error('Loading chunk 7 failed.'))
    openPage('/settings')
    await waitFor(() =>
      expect(screen.getAllByText('Your sign-in method did not load. Please try again.')).toHaveLength(2),
    )
    expect(screen.queryByRole('button', { name: 'Delete Account' })).toBeNull()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    hasPassword.mockReturnValue(promise)
    const retry = screen.getAllByRole('button', { name: 'Retry' })[0]!
    await userEvent.click(retry)
    await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBe('true'))
    expect(document.activeElement).toBe(retry)
    expect(screen.getAllByRole('button', { name: 'Retry' }), 'of the account, too').toHaveLength(2)
    resolve(true)
    expect(await screen.findByRole('button', { name: 'Change Password' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Delete Account' })).toBeTruthy()
  })
})

describe('product §2 Change Password', () => {
  test.each([
    ['', 'Table-Read-2', 'Table-Read-2', 'Password is required'],
    ['x', 'short', 'short', 'Password must be at least 8 characters'],
    ['x', 'Table-Read-2', 'Table-Read-3', 'Passwords do not match'],
    ['x', 'Table-Read-2', '', 'Please confirm your password'],
    ['Table-Read-1', 'Table-Read-1', 'Table-Read-1', 'Please choose a password that you do not use now'],
  ])('product §5 rejects %j → %j (%j)', async (current, next, confirmation, problem) => {
    openPage('/settings')
    const form = await fill(current, next, confirmation)
    expect(form.getByText(problem)).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
    expect(changePassword).not.toHaveBeenCalled()
  })

  test.each([
    ['auth/invalid-credential', 'Current password is incorrect'],
    ['auth/something-else', 'An error occurred while changing your password'],
  ])('product §8 shows why it failed (%s)', async (code, sentence) => {
    changePassword.mockRejectedValue(coded(code))
    openPage('/settings')
    await fill('Table-Read-1', 'Table-Read-2')
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  })

  test('shows an explanation instead of the form to a user of Google sign-in', async () => {
    hasPassword.mockResolvedValue(false)
    openPage('/settings')
    expect(await screen.findByText(/^You sign in with Google/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull()
  })
})

describe('product §2 Delete Account', () => {
  test('shows the consequences, requires the password, and opens the login page', async () => {
    const page = openPage('/settings')
    const dialog = await openDialog()
    expect(dialog.getByText('This action cannot be undone.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Account' }))
    expect(dialog.getByText('Password is required')).toBeTruthy()
    expect(confirmPerson).not.toHaveBeenCalled()
    await userEvent.type(dialog.getByLabelText('Password'), 'Table-Read-1{Enter}')
    await waitFor(() => expect(page.location()).toBe('/secret-login'))
    expect(confirmPerson).toHaveBeenCalledExactlyOnceWith('Table-Read-1')
    expect(deletions).toBe(1)
  })

  test('requires a user of Google sign-in to sign in again', async () => {
    hasPassword.mockResolvedValue(false)
    confirmPerson.mockRejectedValueOnce(coded('auth/popup-closed-by-user'))
    const page = openPage('/settings')
    const dialog = await openDialog()
    expect(dialog.queryByLabelText('Password')).toBeNull()
    const confirm = dialog.getByRole('button', { name: 'Delete Account' })
    await userEvent.click(confirm)
    expect((await dialog.findByRole('alert')).textContent).toContain('Login cancelled')
    expect(deletions).toBe(0)
    await userEvent.click(confirm)
    await waitFor(() => expect(page.location()).toBe('/secret-login'))
    expect(confirmPerson).toHaveBeenLastCalledWith(undefined)
    expect(deletions).toBe(1)
  })

  test('does not treat a rejection as a lost response, and reauthenticates again', async () => {
    let asked = 0
    server.use(
      stub(deleteAccount, () => {
        asked += 1
        return asked === 1
          ? failed('UNAVAILABLE', 'Not now')
          : failed('RECENT_SIGN_IN_REQUIRED', 'Confirm your identity and try again.')
      }),
    )
    openPage('/settings')
    const dialog = await openDialog()
    await userEvent.type(dialog.getByLabelText('Password'), 'Table-Read-1{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toContain('Not now')
    await userEvent.type(dialog.getByLabelText('Password'), '{Enter}')
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('Confirm your identity'))
    expect(confirmPerson).toHaveBeenCalledTimes(2)
  })

  describe('product §7 when the response was lost', () => {
    test.each([
      ['confirms the deletion', () => ({ success: true }) as const],
      ['rejects the token', () => failed('UNAUTHENTICATED', 'Please log in again')],
    ])('retries without reauthenticating again, and the backend %s', async (_, next) => {
      loseResponse(next)
      const { page } = await tryTwice()
      await waitFor(() => expect(page.location()).toBe('/secret-login'))
      expect(await screen.findByText('Your account has been deleted.')).toBeTruthy()
      expect(deletions).toBe(2)
      expect(confirmPerson).toHaveBeenCalledOnce()
    })

    test('rejects a different password', async () => {
      loseResponse(() => ({ success: true }))
      const { dialog } = await tryTwice('another')
      await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('Password is incorrect'))
      expect(deletions).toBe(1)
    })

    test('completes when reauthenticating shows that the account no longer exists', async () => {
      confirmPerson.mockRejectedValue(coded('auth/user-not-found'))
      const page = openPage('/settings')
      const dialog = await openDialog()
      await userEvent.type(dialog.getByLabelText('Password'), 'Table-Read-1{Enter}')
      await waitFor(() => expect(page.location()).toBe('/secret-login'))
      expect(deletions).toBe(0)
    })
  })
})
