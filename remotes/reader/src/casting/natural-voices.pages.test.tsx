import { listVoices } from '@andscene/contracts/routes/voices'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { Voice } from '@andscene/contracts/voices/voice'
import { stub } from '@andscene/web-kit/testing/stub'
import { naturalVoice, voice } from '@andscene/web-kit/testing/voice'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as modal from './testing/modal.tsx'
import { ENGLISH, scriptOf } from './testing/script.ts'

modal.setUpModals()

const script = scriptOf({ MIRA: { lines: 3 }, JONAS: { lines: 2 } }, ENGLISH)
const robots = [
  voice('local:ava', { name: 'Ava', category: 'Synthetic' }),
  voice('local:tom', { name: 'Tom', gender: 'male', category: 'Synthetic' }),
]
const naturals = [
  naturalVoice('kokoro:zoe', { name: 'Zoe' }),
  naturalVoice('kokoro:max', { name: 'Max', gender: 'male' }),
]
const asleep = naturals.map((one) => ({ ...one, isActive: false }))
const OFFER = { name: 'Recast with natural voices' }
const offer = () => screen.findByRole('button', OFFER)
/** Names of the listed voices. */
const names = () =>
  screen.queryAllByRole('option').map((option) => option.querySelector('[data-tone]')?.textContent)
const READY: NaturalVoices = { state: 'ready' }
/** Makes the backend respond with these voices; returns a counter of the requests since then. */
function serveVoices(respond: () => { voices: Voice[]; naturalVoices: NaturalVoices }) {
  let requestCount = 0
  modal.server.use(
    stub(listVoices, () => {
      requestCount += 1
      return { success: true, data: respond() }
    }),
  )
  return () => requestCount
}
const shown = async (...slots: string[]) => {
  const values = []
  for (const slot of slots) values.push((await modal.field(slot)).value)
  return values
}

describe('inactive voices', () => {
  test.each([
    ['natural voices that are loading', asleep, 'loading', { state: 'coming' } as const],
    [
      'natural voices that are unavailable',
      asleep,
      'unavailable',
      { state: 'resting', reason: 'Why.' } as const,
    ],
    [
      'voices that their provider no longer offers',
      [voice('azure:old', { name: 'Zoe', isActive: false })],
      'unavailable',
      undefined,
    ],
  ])('remain assigned and are shown by name: %s', async (_, inactive, said, naturalVoices) => {
    const { user } = modal.openModal({
      script,
      voices: [...inactive, ...robots],
      casting: { characterAssignments: { MIRA: inactive[0]!.voiceId } },
      ...(naturalVoices && { naturalVoices }),
    })
    const mira = await modal.field('MIRA')
    expect(mira.value).toBe('Zoe')
    expect(screen.getByText('1 of 2 characters have a voice')).toBeTruthy()
    const about = document.getElementById(mira.getAttribute('aria-describedby')!)!
    expect(within(about).getByText(said)).toBeTruthy()
    // They are offered neither for their own characters nor for others.
    for (const slot of ['MIRA', 'JONAS']) {
      await user.click(await modal.field(slot))
      await screen.findByRole('listbox', { name: `Voices for ${slot}` })
      expect(names()).toEqual(['Ava', 'Tom'])
      await user.keyboard('{Escape}')
    }
    await user.type(await modal.field('JONAS'), 'zoe')
    expect(await screen.findByText('No voices found')).toBeTruthy()
  })

  test('are not suggested and do not appear in the filters', async () => {
    const { user } = await modal.openedModal({ script, voices: [...asleep, ...robots] })
    await modal.press(user, 'Suggest a cast')
    expect(await shown('MIRA', 'JONAS')).not.toContain('Zoe')
    await user.click(screen.getByRole('button', { name: 'Voice Filters' }))
    const filters = await modal.dialog('Voice Filters')
    expect(filters.getByText('2 of 2 voices match')).toBeTruthy()
  })
})

describe('natural voices in a list', () => {
  const voices = [
    voice('local:ada', { name: 'Ada' }),
    voice('azure:natasha', { name: 'Natasha' }),
    ...naturals,
    ...robots,
  ]

  test('come first, sorted by name, with a label', async () => {
    const { user } = modal.openModal({ script, voices })
    await user.click(await modal.field('MIRA'))
    await screen.findByRole('listbox')
    expect(names()).toEqual(['Max', 'Zoe', 'Ada', 'Ava', 'Natasha', 'Tom'])
    expect(
      screen
        .getAllByRole('option')
        .slice(0, 3)
        .map((option) => within(option).queryByText('Natural') !== null),
    ).toEqual([true, true, false])
  })

  test('that become available while a list is open appear when it is opened again', async () => {
    const { client, user } = modal.openModal({
      script,
      voices: [...asleep, ...robots],
      naturalVoices: { state: 'coming' },
    })
    await user.click(await modal.field('MIRA'))
    await screen.findByRole('listbox')
    serveVoices(() => ({ voices: [...naturals, ...robots], naturalVoices: READY }))
    await act(() => client.refetchQueries({ queryKey: ['voices'] }))
    expect(names()).toEqual(['Ava', 'Tom'])
    await user.keyboard('{Escape}')
    await user.click(await modal.field('MIRA'))
    await waitFor(() => expect(names()).toEqual(['Max', 'Zoe', 'Ava', 'Tom']))
  })
})

describe('while natural voices are loading', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
        shouldAdvanceTime: true,
      }),
  )
  afterEach(() => void vi.useRealTimers())

  test('shows the progress, announces it once, and stops polling when they are ready', async () => {
    let natural: NaturalVoices = { state: 'coming', doneBytes: 45_230_000, totalBytes: 92_361_271 }
    modal.openModal({ script, voices: robots })
    const requestCount = serveVoices(() => ({ voices: [...asleep, ...robots], naturalVoices: natural }))
    const line = await screen.findByText('Loading natural voices… 48 %')
    const aloud = await screen.findByText('Loading natural voices.')
    expect(aloud.tagName).toBe('OUTPUT')
    expect(line.closest('[aria-live], output, [role=status]')).toBeNull()
    const rows = screen.getByRole('combobox', { name: 'MIRA' })

    natural = { ...natural, doneBytes: 60_000_000 }
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await waitFor(() => expect(line.textContent).toBe('Loading natural voices… 64 %'))
    expect(aloud.textContent).toBe('Loading natural voices.')
    expect(screen.getByRole('combobox', { name: 'MIRA' }), 'no row is mounted again').toBe(rows)

    natural = READY
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await waitFor(() => expect(screen.queryByText(/Loading natural voices…/)).toBeNull())
    expect(aloud.textContent).toBe('Natural voices are ready.')
    const before = requestCount()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(requestCount()).toBe(before)
  })

  test('stops polling when the casting dialog is closed', async () => {
    const { leave } = modal.openModal({ script, voices: robots })
    const requestCount = serveVoices(() => ({ voices: robots, naturalVoices: { state: 'coming' } }))
    await screen.findByText('Loading natural voices…')
    leave()
    const before = requestCount()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(requestCount()).toBe(before)
  })
})

test.each([
  ['missing', 1],
  ['resting', 1],
  ['off', 0],
  ['ready', 0],
] as const)('shows the reason why natural voices are %s %i times', async (state, times) => {
  await modal.openedModal({
    script,
    voices: robots,
    naturalVoices: { state, reason: 'They could not be fetched.' },
  })
  expect(screen.queryAllByText('They could not be fetched.')).toHaveLength(times)
  expect(screen.queryByText(/Loading natural voices/)).toBeNull()
})

describe('the offer to recast in the casting dialog', () => {
  const casting = {
    characterAssignments: { MIRA: 'local:ava', JONAS: 'azure:jon' },
    narrationVoiceId: 'local:tom',
    sceneHeadingVoiceId: 'local:tom',
  }
  const voices = [...naturals, ...robots, voice('azure:jon', { name: 'Jon', provider: 'azure' })]
  beforeEach(() => localStorage.clear())

  test('replaces synthetic voices only, by keyboard; Undo restores them; saving stores what is shown', async () => {
    const { user, saved } = modal.openModal({ script, voices, casting, naturalVoices: READY })
    const button = await offer()
    expect(button.closest('p')?.textContent).toBe('Natural voices are ready. Recast')
    button.focus()
    await user.keyboard('{Enter}')
    expect(await shown('Narration', 'Scene Headings', 'JONAS')).toEqual(['Max', 'Max', 'Jon'])
    expect(await shown('MIRA')).toEqual(['Zoe'])
    expect(document.activeElement?.textContent).toBe('Undo')
    const done = '3 voices were replaced by natural voices. Undo'
    expect(document.activeElement?.closest('p')?.textContent).toBe(done)

    // Undo keeps a voice that was chosen after the recast.
    await modal.choose(user, 'JONAS', 'Tom')
    screen.getByRole('button', { name: 'Undo the new cast' }).focus()
    await user.keyboard('{Enter}')
    expect(await shown('Narration', 'Scene Headings', 'MIRA', 'JONAS')).toEqual(['Tom', 'Tom', 'Ava', 'Tom'])
    expect(document.activeElement).toBe(await offer())
    expect(saved).toEqual([])

    await user.keyboard('{Enter}')
    await modal.press(user, 'SAVE ASSIGNMENTS')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ characterAssignments: { MIRA: 'kokoro:zoe', JONAS: 'kokoro:max' } })
  })

  test("is not shown when only the user's default voice could be replaced", async () => {
    await modal.openedModal({
      script,
      voices,
      casting: { characterAssignments: { MIRA: 'azure:jon' }, narrationVoiceId: 'local:tom' },
      defaultVoice: 'local:tom',
      naturalVoices: READY,
    })
    await act(async () => undefined)
    expect(screen.queryByRole('button', OFFER)).toBeNull()
  })
})
