import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showApp } from '../testing/app.tsx'
import { ANONYMOUS, session, signedInAs } from '../testing/session.ts'

vi.mock('@andscene/web-kit/session', () => import('../testing/session.ts'))

const leave = vi.fn<() => Promise<void>>()
beforeEach(() => {
  session.state = signedInAs()
  leave.mockReset().mockResolvedValue()
})
async function asked(unsent: number) {
  showApp('/')
  await screen.findByText('The landing page')
  act(() => session.ask!(unsent, leave))
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog', { name: 'Log out?' })

test.each([
  [1, 'You have an unsent note on this device. Logging out deletes it.'],
  [2, 'You have 2 unsent notes on this device. Logging out deletes them.'],
])(
  'product §12 asks for confirmation, with the focus on Stay signed in: %s unsent',
  async (unsent, sentence) => {
    await asked(unsent)
    const text = screen.getByText(sentence)
    expect(question()?.getAttribute('aria-describedby')).toBe(text.id)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay signed in' }))
    await press('Stay signed in')
    expect(question()).toBeNull()
    expect(leave).not.toHaveBeenCalled()
  },
)

test('product §12 signs out with the second button', async () => {
  await asked(2)
  await press('Log out and delete')
  expect(leave).toHaveBeenCalledOnce()
  expect(question()).toBeNull()
})

test('closes when the session ends in another tab', async () => {
  await asked(2)
  session.state = ANONYMOUS
  act(session.tell)
  expect(question()).toBeNull()
})
