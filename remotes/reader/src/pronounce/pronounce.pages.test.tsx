import type { Pronunciation, PronunciationChange } from '@andscene/contracts/voices/pronunciation'
import { readPronunciations, savePronunciations } from '@andscene/contracts/routes/pronunciations'
import { stub } from '@andscene/web-kit/testing/stub'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { backend, openReader, server, setUpReader } from '../testing/reader-page.tsx'
import { lineButton } from '../testing/opened-page.ts'
import { pronounceStore } from './pronounce-store.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

/** "Wave number 0." */
const LINE = 12
let list: Pronunciation[]
let sent: PronunciationChange[][]
beforeEach(() => {
  list = []
  sent = []
  server.use(
    stub(readPronunciations, () => ({ success: true, data: { pronunciations: list, version: 1 } })),
    stub(savePronunciations, ({ body: { changes } }) => {
      sent.push(changes)
      return { success: true, data: { pronunciations: list, version: 2 } }
    }),
  )
})

/** Opens the page, and the dialog on a line by the key. */
async function choosing() {
  openReader()
  const button = await waitFor(() => lineButton(LINE))
  button.focus()
  await userEvent.keyboard('p')
  await screen.findByRole('toolbar', { name: 'Word to pronounce' })
  return { button, dialog: within(screen.getByRole('dialog', { name: 'Pronounce' })) }
}
const word = (name: string) => screen.getByRole('button', { name })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('product §2 P chooses a word of the line by the arrow keys and gives it a pronunciation, without a mouse', async () => {
  const { button } = await choosing()
  expect(document.activeElement).toBe(word('Wave'))
  expect(screen.queryByLabelText('Word')).toBeNull()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(word('number').getAttribute('aria-pressed')).toBe('true')
  expect(field('Word').value).toBe('number')
  expect(document.activeElement).toBe(field('How it sounds'))
  await userEvent.keyboard('NUM-ber{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([[{ word: 'number', said: { says: 'NUM-ber', as: 'respelling' }, seen: null }]])
  expect(document.activeElement).toBe(button)
})

test('product §2 Escape returns the focus to the line whose words were chosen, also after a dialog on another line', async () => {
  const { button } = await choosing()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
  lineButton(LINE + 1).focus()
  await userEvent.keyboard('p')
  await screen.findByRole('toolbar', { name: 'Word to pronounce' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(lineButton(LINE + 1)))
})

test('product §2 another word of the line is chosen in the same dialog, with its pronunciation', async () => {
  list = [{ word: 'wave', says: 'WAYV', as: 'respelling' }]
  await choosing()
  await userEvent.click(word('number'))
  await userEvent.click(word('Wave'))
  expect(field('How it sounds').value).toBe('WAYV')
  expect(word('number').getAttribute('aria-pressed')).toBe('false')
})

test('product §2 P pronounces selected words', async () => {
  openReader()
  const button = await waitFor(() => lineButton(LINE))
  const text = button.querySelector('[data-words]')!.firstChild!
  getSelection()!.setBaseAndExtent(text, 6, text, 8)
  await userEvent.keyboard('p')
  await waitFor(() => expect(field('Word').value).toBe('number'))
  expect(screen.queryByRole('toolbar', { name: 'Word to pronounce' })).toBeNull()
  expect(getSelection()!.isCollapsed).toBe(true)
})

test('product §2 a word of a directed line is chosen without a key or a selection, as on touch screens', async () => {
  openReader()
  const button = await waitFor(() => lineButton(LINE))
  button.focus()
  await userEvent.keyboard('d')
  await userEvent.click(await screen.findByRole('button', { name: 'Pronounce a word…' }))
  await screen.findByRole('toolbar', { name: 'Word to pronounce' })
  expect(screen.queryByRole('dialog', { name: /^Direct/ })).toBeNull()
  expect(document.activeElement).toBe(word('Wave'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('product §2 users who may not cast have no key for it', async () => {
  backend.script = { ...backend.script, role: 'commenter' }
  openReader()
  const button = await waitFor(() => lineButton(LINE))
  button.focus()
  await userEvent.keyboard('p?')
  const keys = await screen.findByRole('dialog', { name: 'Keyboard' })
  expect(within(keys).queryByText(/Pronounce|Direct/)).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Pronounce' })).toBeNull()
})

test('the dialog is closed with its page, and does not open on the page of another script', async () => {
  await choosing()
  cleanup()
  expect(pronounceStore.getSnapshot().words).toBeNull()
})
