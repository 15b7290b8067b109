import { listDrafts } from '@andscene/contracts/routes/drafts'
import type { Draft } from '@andscene/contracts/drafts'
import type { SharedScript } from '@andscene/contracts/sharing/sharing'
import { stub } from '@andscene/web-kit/testing/stub'
import { system } from '@andscene/web-kit/testing/jsdom'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cardOf, library, listed, openPage, server } from '../testing/page.tsx'

const DRAFTS: Draft[] = [1, 2].map((number) => ({
  number,
  name: `Draft ${number}`,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  mine: true,
  pages: 1,
  lineCount: 1,
  characterCount: 1,
}))
const of = (draftCount: number) => ({
  draft: { number: draftCount, name: `Draft ${draftCount}` },
  draftCount,
})

// Loaded late, so that no wait of a test includes it.
beforeAll(() => import('@andscene/web-kit/drafts/drafts-dialog'), 120_000)
beforeEach(() => {
  system.still = true
  server.use(stub(listDrafts, () => ({ success: true, data: { drafts: DRAFTS, present: 2 } })))
})

test('product §16 New Draft on a card opens the upload; afterwards the focus is on the card again', async () => {
  library.own = [{ ...listed('s1', 'Lantern Street'), ...of(2) }]
  openPage('/dashboard')
  const card = await cardOf('Lantern Street')
  expect(card.getByText('Draft 2')).toBeTruthy()
  const button = card.getByRole('button', { name: 'Drafts' })
  await userEvent.click(button)
  expect(await screen.findByRole('menuitem', { name: 'Drafts (2)' })).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'New Draft' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('button', { name: 'Browse Files' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

const shared = (rest: Partial<SharedScript>): SharedScript => ({
  ...listed('s2', 'The Pier'),
  role: 'listener',
  sharedBy: 'Ana',
  sharedAt: '2026-11-20T12:00:00.000Z',
  ...rest,
})

test('product §16 an editor may upload a draft of a shared script', async () => {
  library.shared = [shared({ ...of(1), role: 'editor' })]
  openPage('/dashboard')
  const button = (await cardOf('The Pier')).getByRole('button', { name: 'Drafts' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
})

test('product §16 a listener sees the drafts only if there are several, and changes none', async () => {
  library.shared = [shared(of(2)), shared({ ...of(1), _id: 's3', title: 'One' })]
  openPage('/dashboard')
  await userEvent.click((await cardOf('The Pier')).getByRole('button', { name: 'Drafts' }))
  expect(await screen.findByText('2 drafts')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New Draft' })).toBeNull()
  expect((await cardOf('One')).queryByRole('button', { name: 'Drafts' })).toBeNull()
})

test.each([
  [12, '12 changes since you listened', '/scripts/s2?changes=1'],
  [1, '1 change since you listened', '/scripts/s2?changes=1'],
  [0, undefined, undefined],
])('product §16 a card shows %d changes since the draft that was heard', async (changes, text, to) => {
  library.shared = [shared({ ...of(2), heard: { draft: 1, changes } })]
  openPage('/dashboard')
  const link = (await cardOf('The Pier')).queryByRole('link', { name: /since you listened/ })
  expect(link?.textContent).toBe(text)
  expect(link?.getAttribute('href')).toBe(to)
})

test('product §16 with an older backend, a card has no drafts', async () => {
  library.own = [listed('s1', 'Lantern Street')]
  openPage('/dashboard')
  expect((await cardOf('Lantern Street')).queryByRole('button', { name: 'Drafts' })).toBeNull()
})
