import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { API, openPage, server, setUpPages } from '../testing/page.tsx'

setUpPages()

let saved: unknown[]
const answer = (skippedLineTypes: string[]) =>
  HttpResponse.json({ success: true, data: { preferences: { skippedLineTypes } } })
beforeEach(() => {
  saved = []
  server.use(
    http.get(`${API}/preferences`, () => answer([])),
    http.put(`${API}/preferences`, async ({ request }) => {
      const body = (await request.json()) as { skippedLineTypes: string[] }
      saved.push(body.skippedLineTypes)
      return answer(body.skippedLineTypes)
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
  server.use(
    http.put(`${API}/preferences`, () =>
      HttpResponse.json(
        { success: false, error: 'Not now', code: 'VALIDATION', requestId: 'r' },
        { status: 400 },
      ),
    ),
  )
  openPage('/settings')
  await userEvent.click(await screen.findByRole('switch', { name: 'Transitions' }))
  expect(await screen.findByText('Failed to save your choice: Not now')).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Transitions' }).getAttribute('aria-checked')).toBe('true')
})
