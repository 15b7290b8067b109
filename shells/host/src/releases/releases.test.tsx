import { hold } from '@andscene/web-kit/safe-moment'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { REMOTES, showApp } from '../testing/app.tsx'

const reload = vi.hoisted(() => vi.fn<() => void>())
vi.mock('./reload-page.ts', () => ({ reloadPage: reload }))

const SENTENCE = 'A new version is available.'
const of = (version: string) => REMOTES.map((remote) => ({ ...remote, version }))
afterEach(() => void reload.mockReset())

/** Opens the landing page and publishes another version of all remotes. */
async function showOutdated() {
  let version = '1'
  const app = showApp('/', undefined, () => of(version))
  await screen.findByText('The landing page')
  version = '2'
  const look = () => act(async () => app.releases.look())
  return { ...app, look, publish: (next: string) => (version = next) }
}
const offer = () => screen.queryByText(SENTENCE)

test('product §14 announces a new version politely, with the buttons Reload and Later', async () => {
  const { look } = await showOutdated()
  expect(offer()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
  await look()
  await screen.findByText(SENTENCE)
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(SENTENCE)
  for (const name of ['Reload', 'Later'])
    expect(
      document.getElementById(screen.getByRole('button', { name }).getAttribute('aria-describedby')!)
        ?.textContent,
    ).toBe(SENTENCE)
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('product §14 a navigation also checks for a new version', async () => {
  const { goTo } = await showOutdated()
  await goTo('/secret-login')
  await waitFor(() => expect(offer()).not.toBeNull())
})

test('product §14 "Later" hides the offer and moves the focus to the page', async () => {
  const { look, publish } = await showOutdated()
  await look()
  const later = await screen.findByRole('button', { name: 'Later' })
  later.focus()
  fireEvent.click(later)
  expect(offer()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  publish('3')
  await look()
  expect(offer()).not.toBeNull()
})

test('product §14 hides the offer during a hold', async () => {
  const { look } = await showOutdated()
  const first = hold()
  await look()
  expect(offer()).toBeNull()
  act(first)
  await screen.findByText(SENTENCE)
  screen.getByRole('button', { name: 'Reload' }).focus()
  let second = first
  act(() => {
    second = hold()
  })
  expect(offer()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  act(second)
  await screen.findByText(SENTENCE)
})
