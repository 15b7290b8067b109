import '@andscene/web-kit/testing/jsdom'
import type { SessionState } from '@andscene/web-kit/session'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ANONYMOUS, LOADING, showApp, signedInAs } from '../testing.tsx'

const world = vi.hoisted(() => ({
  state: undefined as unknown,
  loaded: Promise.withResolvers<void>(),
}))
vi.mock('@andscene/web-kit/session', () => ({
  useSession: () => ({ ...(world.state as SessionState), signOut: async () => undefined }),
  refreshSession: async () => undefined,
  onSessionEnd: () => undefined,
  setSignOutQuestion: () => () => undefined,
}))
// The frame of signed-in routes is still loading when the first of them is shown.
vi.mock('./user-frame.tsx', async (load) => {
  await world.loaded.promise
  return load()
})
afterEach(cleanup)

test('product §2 a person who has just logged in has the focus on the page, also once its code is there', async () => {
  world.state = ANONYMOUS
  const { goTo, history } = showApp('/secret-login')
  await screen.findByText('The login page')
  world.state = LOADING
  await goTo('/dashboard')
  expect(screen.getByText('Loading...')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  world.state = signedInAs()
  await act(async () => history.replace('/dashboard'))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  world.loaded.resolve()
  await screen.findByText('The dashboard')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
