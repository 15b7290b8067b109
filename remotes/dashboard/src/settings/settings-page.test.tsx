import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openPage, setUpPages } from '../testing/page.tsx'

setUpPages()

it('SPEC §2 Appearance has a Dark Mode toggle that switches the theme and keeps the choice', async () => {
  openPage('/settings')
  expect(await screen.findByRole('heading', { name: 'Appearance' })).toBeTruthy()
  expect(screen.getByText('Switch between light and dark themes')).toBeTruthy()
  const toggle = screen.getByRole('switch', { name: 'Dark Mode' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(toggle)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('andscene_theme')).toBe('dark')
})

it('SPEC §2 Logout leads to /secret-login', async () => {
  const page = openPage('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(page.location()).toBe('/secret-login'))
})
