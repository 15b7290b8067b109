import type { Profile, ProfileChange } from '@andscene/contracts/profile'
import { readProfile, saveProfile } from '@andscene/contracts/routes/profile'
import { listVoices, readDefaultVoice } from '@andscene/contracts/routes/voices'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import type * as session from '@andscene/web-kit/session'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage, PROFILE, server } from '../testing/page.tsx'

const user = { isVerified: true }
vi.mock('@andscene/web-kit/session', async (original) => {
  const real = await original<typeof session>()
  return {
    ...real,
    useSession: () => ({
      ...real.useSession(),
      user: { emailVerified: user.isVerified, email: 'a@b.example' },
    }),
  }
})

let profile: Profile
let saved: ProfileChange[]
beforeEach(() => {
  user.isVerified = true
  profile = PROFILE
  saved = []
  server.use(
    stub(listVoices, () => ({ success: true, data: { voices: [] } })),
    stub(readDefaultVoice, () => ({ success: true, data: { voiceId: null } })),
    stub(readProfile, () => ({ success: true, data: { profile } })),
    stub(saveProfile, ({ body }) => {
      saved.push(body)
      const { name = profile.name, dailyNotes = profile.dailyNotes } = body
      profile = { ...PROFILE, dailyNotes, ...(name && { name: name.replaceAll(/ +/g, ' ') }) }
      return { success: true, data: { profile } }
    }),
  )
})
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' })
const mailSwitch = () =>
  screen.findByRole<HTMLButtonElement>('switch', { name: 'Daily email about new notes' })

describe('product §2 the name that others see', () => {
  test('shows the default, is saved on Enter as the backend stores it, and can be removed', async () => {
    openPage('/settings')
    expect((await nameField()).placeholder).toBe('demo')
    await userEvent.type(await nameField(), ' Ben   King{Enter}')
    expect(await screen.findByText('Others see you as “Ben King”.')).toBeTruthy()
    await waitFor(async () => expect((await nameField()).value).toBe('Ben King'))
    await userEvent.clear(await nameField())
    await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Others see you as “demo”.')).toBeTruthy()
    expect(saved).toEqual([{ name: 'Ben   King' }, { name: '' }])
  })

  test('keeps the typed name and shows why it was not saved', async () => {
    server.use(stub(saveProfile, () => failed('VALIDATION', 'Not now')))
    openPage('/settings')
    await userEvent.type(await nameField(), 'Ben{Enter}')
    expect(await screen.findByText('Failed to save your name: Not now')).toBeTruthy()
    expect((await nameField()).value).toBe('Ben')
  })
})

describe('product §12 the daily email', () => {
  test('is off until the user switches it on', async () => {
    openPage('/settings')
    await waitFor(async () => expect((await mailSwitch()).disabled).toBe(false))
    expect((await mailSwitch()).getAttribute('aria-checked')).toBe('false')
    await userEvent.click(await mailSwitch())
    await waitFor(async () => expect((await mailSwitch()).getAttribute('aria-checked')).toBe('true'))
    expect(saved).toEqual([{ dailyNotes: true }])
  })

  test('is switched back when it was not saved', async () => {
    server.use(stub(saveProfile, () => failed('VALIDATION', 'Not now')))
    openPage('/settings')
    await waitFor(async () => expect((await mailSwitch()).disabled).toBe(false))
    await userEvent.click(await mailSwitch())
    expect(await screen.findByText('Failed to save your choice: Not now')).toBeTruthy()
    expect((await mailSwitch()).getAttribute('aria-checked')).toBe('false')
  })

  test.each([
    ['an unverified address', { isVerified: false, sendsMail: true }, 'Verify your email address first.'],
    ['a platform without mail', { isVerified: true, sendsMail: false }, 'This platform sends no email.'],
  ])('cannot be switched on, but off, with %s', async (_what, { isVerified, sendsMail }, hint) => {
    user.isVerified = isVerified
    profile = { ...PROFILE, sendsMail }
    const page = openPage('/settings')
    expect(await screen.findByText(hint)).toBeTruthy()
    expect((await mailSwitch()).disabled).toBe(true)
    profile = { ...profile, dailyNotes: true }
    await page.client.invalidateQueries({ queryKey: ['profile'] })
    await waitFor(async () => expect((await mailSwitch()).disabled).toBe(false))
    await userEvent.click(await mailSwitch())
    await waitFor(() => expect(saved).toEqual([{ dailyNotes: false }]))
  })

  test('product §8 shows why the profile could not be loaded, and loads it on Retry', async () => {
    server.use(stub(readProfile, () => failed('NOT_FOUND', 'No profile here'), { once: true }))
    openPage('/settings')
    expect(await screen.findAllByText('No profile here')).toHaveLength(2)
    await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0]!)
    expect(await nameField()).toBeTruthy()
    expect((await mailSwitch()).disabled).toBe(false)
  })

  test('the link in the email opens the section', async () => {
    const scroll = vi.fn<() => void>()
    Element.prototype.scrollIntoView = scroll
    openPage('/settings#notes')
    await mailSwitch()
    expect(scroll.mock.contexts.map((element) => (element as Element).id)).toEqual(['notes'])
  })
})
