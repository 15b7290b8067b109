import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { openPage, server, setUpPages } from '../testing/page.tsx'

setUpPages()

let saved: unknown[]
beforeEach(() => {
  saved = []
  server.use(
    stub(readPreferences, () => ({ success: true, data: { preferences: { skippedLineTypes: [] } } })),
    stub(savePreferences, ({ body: preferences }) => {
      saved.push(preferences.skippedLineTypes)
      return { success: true, data: { preferences } }
    }),
  )
})

it('product §2 Appearance has a Dark Mode toggle that switches the theme and keeps the choice', async () => {
  openPage('/settings')
  expect(await screen.findByRole('heading', { name: 'Appearance' })).toBeTruthy()
  expect(screen.getByText('Switch between light and dark themes')).toBeTruthy()
  const toggle = screen.getByRole('switch', { name: 'Dark Mode' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(toggle)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('andscene_theme')).toBe('dark')
})

it('product §2 Logout leads to /secret-login', async () => {
  const page = openPage('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(page.location()).toBe('/secret-login'))
})

it('product §4 what is read aloud is chosen by preset or by kind of line, and kept', async () => {
  openPage('/settings')
  expect(await screen.findByRole('radio', { name: 'Everything', checked: true })).toBeTruthy()
  await userEvent.click(screen.getByText('Table read'))
  expect(screen.getByRole('switch', { name: 'Cues' }).getAttribute('aria-checked')).toBe('false')
  await userEvent.click(screen.getByRole('switch', { name: 'Cues' }))
  expect(screen.getByRole('radio', { name: 'Custom', checked: true })).toBeTruthy()
  await waitFor(() => expect(saved).toEqual([['Character', 'Parenthetical'], ['Parenthetical']]))
})

it('a choice that could not be kept is taken back, and the person is told', async () => {
  server.use(stub(savePreferences, () => failed('VALIDATION', 'Not now')))
  openPage('/settings')
  await userEvent.click(await screen.findByRole('switch', { name: 'Transitions' }))
  expect(await screen.findByText('Failed to save your choice: Not now')).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Transitions' }).getAttribute('aria-checked')).toBe('true')
})
