import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usesLocalChooser } from '../testing/identity.ts'
import { showAt, type } from '../testing/page.tsx'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

/** Path, button, typed values, the field that gets the focus, and its problem. */
const FORMS: [string, string, Record<string, string>, string, string][] = [
  ['/secret-login', 'Login', {}, 'Username', 'Username is required'],
  ['/secret-login', 'Login', { Username: 'ada@example.com' }, 'Password', 'Password is required'],
  ['/register', 'Register', {}, 'Email', 'Invalid email format'],
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
    { 'New password': 'abc' },
    'New password',
    'Password must be at least 8 characters',
  ],
  ['/local-accounts', 'Continue', { 'Another account': 'ada' }, 'Another account', 'Invalid email format'],
]

test.each(FORMS)('product §9 %s: %s with %o focuses %s', async (path, button, typed, label, text) => {
  vi.stubGlobal('opener', window)
  usesLocalChooser.mockReturnValue(true)
  showAt(path)
  const send = await screen.findByRole('button', { name: button })
  for (const [name, value] of Object.entries(typed)) type(name, value)
  for (const time of ['first', 'again']) {
    send.focus()
    fireEvent.click(send)
    const field = screen.getByLabelText(label)
    expect([time, document.activeElement]).toEqual([time, field])
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')!.split(' ')
    expect(described.map((id) => document.getElementById(id)!.textContent)).toContain(text)
  }
})
