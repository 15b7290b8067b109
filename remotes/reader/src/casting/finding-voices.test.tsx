import { voice } from '@andscene/web-kit/testing/voice'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as modal from './testing/modal.tsx'
import { ENGLISH, scriptOf } from './testing/script.ts'

modal.setUpModals()

const voices = [
  voice('local:ava', { name: 'Ava', voicePersonalities: ['warm'] }),
  voice('local:max', { name: 'Max', gender: 'male', locale: 'en-GB' }),
  voice('local:ida', {
    name: 'Ida',
    locale: 'en-GB',
    voiceStyles: ['elderly'],
    voicePersonalities: ['warm'],
  }),
  voice('local:luc', { name: 'Luc', gender: 'male', locale: 'fr-FR', language: 'French' }),
  voice('local:zoe', { name: 'Zoé', locale: 'fr-FR', language: 'French' }),
]
const script = scriptOf({ MIRA: { lines: 3 }, 'JÖNS HOLM': { lines: 2 }, GHOST: {} })
const english = scriptOf({ MIRA: { lines: 3 }, JONAS: { lines: 2 } }, ENGLISH)

const open = (setting: Partial<modal.Setting> = {}) => modal.openedModal({ script, voices, ...setting })
const focused = () => {
  const { activeElement } = document
  const label = (activeElement as HTMLInputElement).labels?.[0]?.textContent
  return label ?? activeElement?.getAttribute('aria-label')
}

describe('the list opens at the language of the script', () => {
  test('with the filter set, and the count of what is listed', async () => {
    const { user } = modal.openModal({ script: english, voices })
    await user.click(await modal.field('MIRA'))
    expect(modal.options()).toHaveLength(3)
    expect(screen.getByText('3 voices')).toBeTruthy()
    const badge = document.querySelector<HTMLElement>('[data-tip="1 active filter"] sup')!
    expect(badge.textContent).toBe('1')
    expect(badge.style.background).toBe('var(--as-primary)')
    await modal.press(user, 'Voice Filters')
    expect((await modal.dialog('Voice Filters')).getByText('3 of 5 voices match')).toBeTruthy()
  })

  test('and a search without a match covers the other languages, until the user chooses filters', async () => {
    const { user } = modal.openModal({ script: english, voices })
    const mira = await modal.field('MIRA')
    await user.type(mira, 'female french')
    expect(modal.options()).toEqual([expect.stringContaining('Zoé')])
    expect(screen.getByText('1 found in other languages')).toBeTruthy()
    await modal.press(user, 'Voice Filters')
    await user.click((await modal.dialog('Voice Filters')).getByRole('button', { name: 'Apply Filters' }))
    await user.clear(mira)
    await user.type(mira, 'french')
    expect(screen.getByText('No voices found')).toBeTruthy()
  })
})

describe('the arrows', () => {
  test('belong to an open list and to the words in it', async () => {
    const { user } = await open()
    const mira = await modal.field('MIRA')
    await user.type(mira, 'm{ArrowLeft}')
    expect(focused()).toBe('MIRA')
    await user.keyboard('{ArrowDown}')
    expect(mira.getAttribute('aria-expanded')).toBe('true')
    expect(focused()).toBe('MIRA')
  })

  test('a row that leaves the list leaves one stop behind', async () => {
    const { user } = await open()
    ;(await modal.field('MIRA')).focus()
    await user.type(screen.getByRole('searchbox', { name: 'Find a character' }), 'ghost')
    expect(modal.listed()).toEqual(['GHOST'])
    expect((await modal.field('GHOST')).tabIndex).toBe(0)
  })
})

test('a character is found by a part of the name, in any case and without its marks', async () => {
  const { user } = await open()
  // A script of one act has no tab for it.
  expect(screen.getAllByRole('tab')).toHaveLength(1)
  const search = screen.getByRole('searchbox', { name: 'Find a character' })
  await user.type(search, 'jons')
  expect(modal.listed()).toEqual(['JÖNS HOLM'])
  await user.clear(search)
  await user.type(search, 'no such voice')
  expect(screen.getByText('No characters found for this selection.')).toBeTruthy()
})

test('shows why a character was suggested a voice, until they have another one', async () => {
  const { user } = await modal.openedModal({ script: english, voices })
  await modal.press(user, 'Suggest a cast')
  const row = within((await modal.field('JONAS')).closest<HTMLElement>('[data-row]')!)
  expect(row.getByText('Male by the name JONAS')).toBeTruthy()
  expect((await modal.field('JONAS')).getAttribute('aria-describedby')).toContain('reason')
  await modal.choose(user, 'JONAS', 'Ava')
  expect(row.queryByText(/^Male by/)).toBeNull()
})

test('a preview speaks the longest short line of the character, else the sample of the voice', async () => {
  const own = scriptOf({ MIRA: { lines: 4 }, GHOST: {} })
  const texts = ['No.', 'MIRA: I said: not (ever) tonight.', 'A'.repeat(400), '…']
  own.content.lines.forEach((line, at) => (line.text = texts[at] ?? '—'))
  const casting = { characterAssignments: { MIRA: 'local:ava', GHOST: 'local:max' } }
  const { sound, user } = await modal.openedModal({ script: own, voices, casting })
  await user.click(screen.getByRole('button', { name: 'Preview voice: Ava' }))
  await user.click(screen.getByRole('button', { name: 'Stop preview: Ava' }))
  await user.click(screen.getByRole('button', { name: 'Preview voice: Max' }))
  await waitFor(() =>
    expect(sound.heard).toEqual(['local:ava: I said: not (ever) tonight.', 'local:max: (sample)']),
  )
})
