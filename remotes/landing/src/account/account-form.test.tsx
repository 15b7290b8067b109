import '@andscene/web-kit/testing/jsdom'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showAt } from './testing.tsx'

vi.mock('@andscene/web-kit/identity', async () => ({
  sessionStore: (await import('./testing-session.ts')).testingSession,
  usesLocalChooser: () => true,
  checkResetCode: async () => 'ada@example.com',
  passwordPolicyMisses: async () => null,
  forgetNewcomer: () => undefined,
  warmUp: () => undefined,
}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** Path, button, what is typed, the field that gets the focus, and what it says. */
const FORMS: [string, string, Record<string, string>, string, string][] = [
  ['/secret-login', 'Login', {}, 'Username', 'Username is required'],
  ['/secret-login', 'Login', { Username: 'ada@example.com' }, 'Password', 'Password is required'],
  ['/register', 'Register', {}, 'Email', 'Invalid email format'],
  ['/register', 'Register', { Email: 'ada@example.com' }, 'Password', 'Password is required'],
  [
    '/register',
    'Register',
    { Email: 'ada@example.com', Password: 'Abcdef1!' },
    'Confirm password',
    'Please confirm your password',
  ],
  [
    '/register',
    'Register',
    { Email: 'ada@example.com', Password: 'Abcdef1!', 'Confirm password': 'Abcdef1?' },
    'Confirm password',
    'Passwords do not match',
  ],
  ['/reset-password', 'Reset Password', { Email: 'ada' }, 'Email', 'Invalid email format'],
  [
    '/reset-password?mode=resetPassword&oobCode=c',
    'Set New Password',
    { 'New password': 'abcdefgh' },
    'New password',
    'Password must include at least one uppercase letter, one lowercase letter, one number, and one special character',
  ],
  ['/local-accounts', 'Continue', { 'Another account': 'ada' }, 'Another account', 'Invalid email format'],
]

test.each(FORMS)(
  'product §9 %s: %s with %o gives the focus to %s',
  async (path, button, typed, label, text) => {
    vi.stubGlobal('opener', window)
    showAt(path)
    const send = await screen.findByRole('button', { name: button })
    for (const [name, value] of Object.entries(typed)) type(name, value)
    send.focus()
    fireEvent.click(send)
    const field = screen.getByLabelText(label)
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')!.split(' ')
    expect(described.map((id) => document.getElementById(id)!.textContent)).toContain(text)
    // Again, from elsewhere.
    send.focus()
    fireEvent.click(send)
    expect(document.activeElement).toBe(field)
  },
)
