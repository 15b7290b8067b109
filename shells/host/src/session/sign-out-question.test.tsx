import '@andscene/web-kit/testing/jsdom'
import type { SessionState, SignOutQuestion as Ask } from '@andscene/web-kit/session'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANONYMOUS, showApp, signedInAs } from '../testing.tsx'

const world = vi.hoisted(() => ({
  state: undefined as unknown,
  ask: undefined as unknown,
  listeners: new Set<() => void>(),
}))
const subscribe = (listener: () => void) => {
  world.listeners.add(listener)
  return () => world.listeners.delete(listener)
}
vi.mock('@andscene/web-kit/session', () => ({
  useSession: () => ({
    ...(useSyncExternalStore(subscribe, () => world.state) as SessionState),
    signOut: async () => undefined,
  }),
  refreshSession: async () => undefined,
  onSessionEnd: () => undefined,
  setSignOutQuestion: (ask: Ask) => {
    world.ask = ask
    return () => undefined
  },
}))

// jsdom has no modal dialogs.
const modal = vi.fn<() => void>()
function showModal(this: HTMLDialogElement) {
  modal()
  this.open = true
  this.querySelector('button')?.focus()
}
function close(this: HTMLDialogElement) {
  this.open = false
  this.dispatchEvent(new Event('close'))
}
beforeEach(() => {
  world.state = signedInAs()
  modal.mockReset()
  Object.assign(HTMLDialogElement.prototype, { showModal, close })
})
afterEach(cleanup)

const leave = vi.fn<() => Promise<void>>()
beforeEach(() => void leave.mockReset().mockResolvedValue())
async function asked(unsent: number) {
  showApp('/')
  await screen.findByText('The landing page')
  act(() => (world.ask as Ask)(unsent, leave))
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog', { name: 'Log out?' })

test.each([
  [1, 'You have an unsent note on this device. Logging out deletes it.'],
  [2, 'You have 2 unsent notes on this device. Logging out deletes them.'],
])('product §12 asks until it is answered, the focus on what keeps %s', async (unsent, sentence) => {
  await asked(unsent)
  expect(modal).toHaveBeenCalledOnce()
  const text = screen.getByText(sentence)
  expect(question()?.getAttribute('aria-describedby')).toBe(text.id)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay signed in' }))
  await press('Stay signed in')
  expect(question()).toBeNull()
  expect(leave).not.toHaveBeenCalled()
})

test('product §12 logs out with the second button', async () => {
  await asked(2)
  await press('Log out and delete')
  expect(leave).toHaveBeenCalledOnce()
  expect(question()).toBeNull()
})

test('product §8 shows a failed logout', async () => {
  await asked(2)
  leave.mockRejectedValue(new Error('offline'))
  await press('Log out and delete')
  expect((await screen.findByText('An error occurred during logout')).isConnected).toBe(true)
})

test('goes with the session, which may end in another tab', async () => {
  await asked(2)
  world.state = ANONYMOUS
  act(() => world.listeners.forEach((listener) => listener()))
  expect(question()).toBeNull()
})
