import type { Line } from '@andscene/contracts/script'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as modal from '../testing/modal.tsx'
import { scriptOf } from '../testing/script.ts'

modal.setUpModals()

const spoken = (id: string, type: string, text: string, character: string): Line => ({
  _id: id,
  type,
  text,
  character,
  act: 1,
})
const written = scriptOf({ MIRA: {}, JONAS: {} })
const script = {
  ...written,
  content: {
    ...written.content,
    lines: [
      spoken('1', 'Character', 'MIRA', 'MIRA'),
      spoken('2', 'Dialogue', 'Who is there?', 'MIRA'),
      spoken('3', 'Character', 'JONAS (O.S.)', 'JONAS'),
      spoken('4', 'Dialogue', 'No one at all.', 'JONAS'),
    ],
  },
}
const assigned = { MIRA: 'local:ava', JONAS: 'local:max' }
const open = (characterSounds = {}) =>
  modal.openedModal({
    script,
    voices: modal.VOICES,
    casting: { characterAssignments: assigned, version: 4, characterSounds },
  })
const button = (name: string) => screen.getByRole('button', { name: `Sound of ${name}` })
const panel = (name: string) => within(screen.getByRole('group', { name: `Sound of ${name}` }))
const slide = (name: string, label: string, value: number) =>
  fireEvent.change(panel(name).getByRole('slider', { name: label }), { target: { value } })

test('product §2 pace, pitch and place of a character are saved with the casting, without its voices', async () => {
  const { saved, user } = await open({ MIRA: { pace: 0.9 } })
  await user.click(button('JONAS'))
  expect(document.activeElement).toBe(panel('JONAS').getByRole('slider', { name: 'Pace' }))
  slide('JONAS', 'Pace', 1.1)
  slide('JONAS', 'Pitch', -1.5)
  await user.selectOptions(panel('JONAS').getByRole('combobox', { name: 'Where' }), 'On the phone')
  const off = panel('JONAS').getByRole('combobox', { name: 'Off-screen lines' })
  await user.selectOptions(off, 'In the room')
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toEqual({
    characterAssignments: assigned,
    characterSounds: { JONAS: { pace: 1.1, pitch: -1.5, place: 'phone', offScreen: 'room' } },
    seen: { version: 4, characterAssignments: {}, characterSounds: { JONAS: null } },
  })
})

test('product §2 a closed panel leaves its settings in words; Escape closes it, and not the dialog', async () => {
  const { events, user } = await open({ MIRA: { pace: 0.9, pitch: 2, place: 'radio' } })
  expect(screen.getByText('Pace 0.9× · pitch +2 · on a radio')).toBeTruthy()
  await user.click(button('MIRA'))
  expect(screen.queryByText('Pace 0.9× · pitch +2 · on a radio')).toBeNull()
  const pitch = panel('MIRA').getByRole('slider', { name: 'Pitch' })
  expect(pitch.getAttribute('aria-valuetext')).toBe('2 semitones higher')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('slider')).toBeNull()
  expect(document.activeElement).toBe(button('MIRA'))
  expect(events).toEqual([])
})

test('product §2 Reset sound removes all settings; the dialog asks before it discards them', async () => {
  const { saved, user } = await open({ MIRA: { pace: 0.9 } })
  await user.click(button('MIRA'))
  await user.click(panel('MIRA').getByRole('button', { name: 'Reset sound' }))
  expect(panel('MIRA').getByRole('slider', { name: 'Pace' }).getAttribute('value')).toBe('1')
  await user.keyboard('{Escape}{Escape}')
  expect(await modal.dialog('Discard your changes?')).toBeTruthy()
  expect(saved).toEqual([])
})

test('product §2 only a character with off-screen lines has a choice for them', async () => {
  const { user } = await open()
  await user.click(button('MIRA'))
  await user.click(button('JONAS'))
  expect(panel('MIRA').queryByRole('combobox', { name: 'Off-screen lines' })).toBeNull()
  expect(panel('JONAS').getByText('1 line with O.S., V.O., ON PHONE or the like')).toBeTruthy()
})

test('product §2 a preview has the sound that is set, and plays again after a change', async () => {
  const { sound, user } = await open({ MIRA: { pace: 0.8 } })
  await user.click(screen.getByRole('button', { name: 'Preview voice: Ava' }))
  await waitFor(async () => {
    await sound.clock.advance(10)
    expect(sound.output.started).toHaveLength(1)
  })
  await user.click(button('MIRA'))
  slide('MIRA', 'Pace', 1.25)
  await waitFor(async () => {
    await sound.clock.advance(10)
    expect(sound.output.started).toHaveLength(2)
  })
  const lengths = sound.output.started.map(({ startsAt, endsAt }) => endsAt - startsAt)
  expect(lengths[0]! / lengths[1]!).toBeCloseTo(1.25 / 0.8)
})

test.each([
  ['where the script has them', {}, { place: 'door' }],
  ['like all lines', { pitch: 1, place: 'radio' }, { pitch: 1, place: 'radio' }],
  ['in the place for them', { place: 'radio', offScreen: 'phone' }, { place: 'phone' }],
  ['in the room', { place: 'radio', offScreen: 'room' }, {}],
])('product §2 off-screen lines are previewed %s', async (_what, own, expected) => {
  const { sound, user } = await open({ JONAS: own })
  await user.click(button('JONAS'))
  const unset = panel('JONAS').getByRole('combobox', { name: 'Off-screen lines' }).querySelector('option')
  expect(unset?.textContent).toBe('place' in own ? 'Like all lines' : 'As the script says')
  await user.click(panel('JONAS').getByRole('button', { name: 'Preview off-screen lines: Max' }))
  await waitFor(() => expect(sound.requests).toHaveLength(1))
  expect(sound.requests[0]!.sound).toEqual(expected)
})

test("product §2 the voice's own pace and pitch are no settings", async () => {
  const { user } = await open({ MIRA: { pace: 0.9, pitch: 1 } })
  await user.click(button('MIRA'))
  slide('MIRA', 'Pace', 1)
  slide('MIRA', 'Pitch', 0)
  expect(panel('MIRA').getByRole('button', { name: 'Reset sound' })).toHaveProperty('disabled', true)
  await user.keyboard('{Escape}')
  expect(screen.queryByText(/^Pace 1/)).toBeNull()
})
