import { voice } from '@andscene/web-kit/testing/voice'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ClipError } from '../../player/errors.ts'
import * as modal from '../testing/modal.tsx'
import { ENGLISH, scriptOf } from '../testing/script.ts'

modal.setUpModals()

const script = scriptOf({ MIRA: { lines: 2 }, JONAS: {} })
const english = scriptOf({ MIRA: { lines: 3 } }, ENGLISH)
const many = Array.from({ length: 120 }, (_, n) =>
  voice(`local:${n}`, { name: `Voice ${String(n).padStart(3, '0')}`, gender: n % 2 ? 'male' : 'female' }),
)

const open = (setting: Partial<modal.Setting> = {}) =>
  modal.openedModal({ script, voices: modal.VOICES, ...setting })

describe('the list of voices', () => {
  test('product §9 starts with 20 voices, shows at most 50 search results, and is not in the DOM when closed', async () => {
    const { user } = modal.openModal({ script, voices: many })
    const mira = await modal.field('MIRA')
    expect(modal.options()).toHaveLength(0)
    await user.click(mira)
    expect(modal.options()).toHaveLength(20)
    await user.type(mira, 'voice')
    expect(modal.options()).toHaveLength(50)
    expect(screen.getByText('120 found, the first 50 are shown')).toBeTruthy()
    await user.clear(mira)
    await user.type(mira, '119')
    expect(modal.options()).toHaveLength(1)
    await user.type(mira, 'x')
    expect(screen.getByText('No voices found')).toBeTruthy()
  })

  test('renders more as the arrow keys pass its ends, and opens at the selected voice', async () => {
    const { user } = modal.openModal({
      script,
      voices: many,
      casting: { characterAssignments: { MIRA: 'local:60' } },
    })
    const mira = await modal.field('MIRA')
    await user.click(mira)
    expect(modal.options()).toHaveLength(20)
    const chosen = screen.getByRole('option', { selected: true })
    expect(chosen.id).toBe(mira.getAttribute('aria-activedescendant'))
    expect([chosen.ariaPosInSet, chosen.ariaSetSize]).toEqual(['61', '120'])
    await user.keyboard('{ArrowUp>11/}')
    expect(modal.options()).toHaveLength(40)
    expect(document.getElementById(mira.getAttribute('aria-activedescendant')!)?.ariaPosInSet).toBe('50')
    await user.keyboard('{Escape}')
    const jonas = await modal.field('JONAS')
    await user.click(jonas)
    await user.keyboard('{ArrowDown>20/}')
    expect(modal.options()).toHaveLength(40)
  })

  test('works with arrow keys, Enter and Escape; Tab moves to the preview of the active voice', async () => {
    const { events, sound, user } = await open()
    const mira = await modal.field('MIRA')
    mira.focus()
    await user.keyboard('{Enter}')
    expect(mira.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowDown}')
    const pointed = document.getElementById(mira.getAttribute('aria-activedescendant')!)!
    expect(pointed.textContent).toContain('Max')
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Preview voice: Max')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sound.heard).toEqual(['local:max: Hello.']))
    await user.tab({ shift: true })
    await user.keyboard('{Enter}')
    expect(mira.value).toBe('Max')
    expect(modal.options()).toHaveLength(0)
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(modal.options()).toHaveLength(3)
    await user.keyboard('{Escape}')
    expect(modal.options()).toHaveLength(0)
    expect(events).toEqual([])
  })

  test('Escape on a preview closes only the list and returns the focus to the field', async () => {
    const { events, user } = await open()
    await modal.choose(user, 'JONAS', 'Max')
    const mira = await modal.field('MIRA')
    await user.click(mira)
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Preview voice: Uta')
    await user.keyboard('{Escape}')
    expect(modal.options()).toHaveLength(0)
    expect(document.activeElement).toBe(mira)
    expect(screen.queryByText('Discard your changes?')).toBeNull()
    expect(events).toEqual([])
  })
})

describe('a list for a script with a known language', () => {
  test('opens with the language filter set and shows the number of voices', async () => {
    const { user } = modal.openModal({ script: english, voices: modal.VOICES })
    await user.click(await modal.field('MIRA'))
    expect(modal.options()).toHaveLength(2)
    expect(screen.getByText('2 voices')).toBeTruthy()
    const badge = document.querySelector<HTMLElement>('[data-tip="1 active filter"] sup')!
    expect(badge.textContent).toBe('1')
    expect(badge.style.background).toBe('var(--as-primary)')
    await modal.press(user, 'Voice Filters')
    expect((await modal.dialog('Voice Filters')).getByText('2 of 3 voices match')).toBeTruthy()
  })

  test('searches the other languages if nothing matches, until the user chooses filters', async () => {
    const { user } = modal.openModal({ script: english, voices: modal.VOICES })
    const mira = await modal.field('MIRA')
    await user.type(mira, 'female german')
    expect(modal.options()).toEqual([expect.stringContaining('Uta')])
    expect(screen.getByText('1 found in other languages')).toBeTruthy()
    await modal.press(user, 'Voice Filters')
    await user.click((await modal.dialog('Voice Filters')).getByRole('button', { name: 'Apply Filters' }))
    await user.clear(mira)
    await user.type(mira, 'german')
    expect(screen.getByText('No voices found')).toBeTruthy()
  })
})

test('product §2, §5 filters narrow each other, appear on the badge, never hide an assigned voice, and can be cleared', async () => {
  const { user } = await open({ casting: { characterAssignments: { JONAS: 'local:max' } } })
  await modal.press(user, 'Voice Filters')
  const filters = await modal.dialog('Voice Filters')
  await user.click(filters.getByRole('combobox', { name: 'Languages' }))
  await user.click(await screen.findByTitle('German'))
  expect(filters.getByText('1 of 3 voices match')).toBeTruthy()
  await user.click(filters.getByRole('combobox', { name: 'Styles/Roles' }))
  expect(screen.queryByTitle('calm')).toBeNull()
  await user.click(await screen.findByTitle('sad'))
  await user.click(filters.getByRole('button', { name: 'Apply Filters' }))
  await waitFor(() => expect(screen.queryByText('Apply Filters')).toBeNull())
  expect(document.querySelector('[data-tip="2 active filters"]')).toBeTruthy()
  await user.click(await modal.field('MIRA'))
  expect(modal.options()).toEqual([expect.stringContaining('Uta'), expect.stringContaining('Max')])
  await modal.press(user, 'Voice Filters')
  await user.click(await screen.findByRole('button', { name: 'Clear All' }))
  await user.click(await modal.field('JONAS'))
  expect(modal.options()).toHaveLength(3)
})

describe('previews of voices', () => {
  test('product §2, §4 toggle; scene headings have their own sample', async () => {
    const { sound, user } = await open({
      casting: { characterAssignments: {}, sceneHeadingVoiceId: 'local:max' },
    })
    await user.click(screen.getByRole('button', { name: 'Preview voice: Max' }))
    await sound.clock.advance(10)
    expect(sound.output.audible()).toEqual(['local:max'])
    await user.click(screen.getByRole('button', { name: /^Stop preview/ }))
    expect(sound.output.audible()).toEqual([])
    expect(sound.heard).toEqual(['local:max: Interior. Living room. Day.'])
  })

  test('report a used-up allowance once; other failures are only logged (product §8)', async () => {
    const { sound, user } = await open({ casting: { characterAssignments: { MIRA: 'local:ava' } } })
    const fail = async (error: Error) => {
      sound.failNext(error)
      await user.click(screen.getByRole('button', { name: 'Preview voice: Ava' }))
      await screen.findByRole('button', { name: 'Preview voice: Ava' })
    }
    const usedUp = new ClipError('Used up for today.', 429, {
      retryAfterMs: 3_600_000,
      code: 'ALLOWANCE_USED_UP',
    })
    await fail(new ClipError('The engine is out of order.', 500))
    await fail(usedUp)
    await fail(usedUp)
    expect(await screen.findAllByText('Used up for today.')).toHaveLength(1)
    expect(screen.queryByText('The engine is out of order.')).toBeNull()
  })
})
