import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showApp } from '../testing/app.tsx'
import { LOADING, session, signedInAs } from '../testing/session.ts'

const loaded = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('@andscene/web-kit/session', () => import('../testing/session.ts'))
// The frame of signed-in routes is still loading when their first page is shown.
vi.mock('./user-frame.tsx', async (load) => {
  await loaded.promise
  return load()
})

test('product §2 a login moves the focus to the page, even before its code is loaded', async () => {
  const { goTo, history } = showApp('/secret-login')
  await screen.findByText('The login page')
  session.state = LOADING
  await goTo('/dashboard')
  expect(screen.getByText('Loading...')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  session.state = signedInAs()
  await act(async () => history.replace('/dashboard'))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  loaded.resolve()
  await screen.findByText('The dashboard')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
