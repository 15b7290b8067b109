import { saveCasting } from '@andscene/contracts/routes/scripts'
import { listVoices } from '@andscene/contracts/routes/voices'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { voice } from '@andscene/web-kit/testing/voice'
import { withDefaultNarrator } from './suggested-cast.ts'
import { castingKey } from '@andscene/web-kit/storage-keys'
import { screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as modal from './testing/modal.tsx'
import { ENGLISH, scriptOf } from './testing/script.ts'

modal.setUpModals()

type User = ReturnType<typeof userEvent.setup>

const voices = modal.VOICES
const script = scriptOf({ MIRA: { act: 1, lines: 3 }, JONAS: { act: 2, lines: 2 }, GHOST: { act: 2 } })

const open = (setting: Partial<modal.Setting> = {}) => modal.openedModal({ script, voices, ...setting })

test('product §2 shows Loading voices..., then the primary voices and the characters', async () => {
  modal.openModal({ script, voices })
  expect(screen.getByText('Loading voices...')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Primary Voices' })).toBeTruthy()
  const labels = screen
    .getAllByRole('combobox')
    .map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)
  expect(labels).toEqual(['Narration', 'Scene Headings', 'MIRA', 'JONAS', 'GHOST'])
  expect(screen.getByRole('dialog', { name: 'Assign Voices to Characters' })).toBeTruthy()
})

test('product §2 shows why the voices did not load, with a Close button', async () => {
  const { events, user } = modal.openModal({ script })
  modal.server.use(stub(listVoices, () => failed('FORBIDDEN', 'No voices for you')))
  expect(await screen.findByText('No voices for you')).toBeTruthy()
  await user.click(screen.getByText('Close'))
  expect(events).toEqual(['closed'])
})

test('product §3 marks an assigned voice that no longer exists and counts it as unassigned', async () => {
  await open({ casting: { characterAssignments: { MIRA: 'local:gone', JONAS: 'local:max' } } })
  const mira = await modal.field('MIRA')
  expect(mira.value).toBe('')
  expect(mira.placeholder).toBe('Voice no longer available')
  expect(screen.getByText('This voice no longer exists. Choose another one.')).toBeTruthy()
  expect((await modal.field('JONAS')).value).toBe('Max')
  expect(screen.getByText('1 of 3 characters have a voice')).toBeTruthy()
})

test('product §4 stores the assignments and closes; omits an empty primary voice from the request', async () => {
  const { saved, events, user } = await open({
    casting: { characterAssignments: { JONAS: 'local:max' }, narrationVoiceId: 'local:ava' },
  })
  await modal.choose(user, 'MIRA', 'Uta')
  const narration = (await modal.field('Narration')).closest('div')!
  await user.click(within(narration).getByRole('button', { name: 'Remove voice' }))
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() => expect(events).toEqual(['saved', 'closed']))
  expect(saved).toEqual([{ characterAssignments: { JONAS: 'local:max', MIRA: 'azure:uta' } }])
  const local = JSON.parse(localStorage.getItem(castingKey('s1')) ?? '{}') as Record<string, unknown>
  expect(local).toMatchObject({
    characterAssignments: { MIRA: 'azure:uta' },
    timestamp: expect.any(Number),
  })
})

test('product §4, §8 when saving fails, stays open with the message and keeps the changes', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { events, user } = await open()
  modal.server.use(stub(saveCasting, () => failed('VALIDATION', 'The script has no character MIRA.')))
  await modal.choose(user, 'MIRA', 'Ava')
  await modal.press(user, 'SAVE ASSIGNMENTS')
  expect(await screen.findByText('The script has no character MIRA.')).toBeTruthy()
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
  expect(events).toEqual([])
  expect((await modal.field('MIRA')).value).toBe('Ava')
})

test('product §2 Escape asks before it discards changes; CANCEL stores nothing', async () => {
  const { saved, events, user } = await open()
  await modal.choose(user, 'MIRA', 'Ava')
  await user.keyboard('{Escape}')
  const question = await modal.dialog('Discard your changes?')
  expect(events).toEqual([])
  await user.click(question.getByRole('button', { name: 'Keep Editing' }))
  await modal.press(user, 'CANCEL')
  expect([events, saved]).toEqual([['closed'], []])
})

test('product §2 has one tab for all characters and one per act; primary voices are on the first tab only', async () => {
  const { user } = await open()
  // The focused tab also contains its position, such as 'Tab 1 of 3'.
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent.replace(/^Tab \d of \d/, ''))
  expect(tabs).toEqual(['ALL CHARACTERS', 'ACT 1', 'ACT 2', 'PRONUNCIATIONS'])
  await user.click(screen.getByRole('tab', { name: /ACT 2$/ }))
  expect(modal.listed()).toEqual(['JONAS', 'GHOST'])
  expect(screen.queryByText('Primary Voices')).toBeNull()
})

test('product §2 for a single character, shows no tabs and no other character, and keeps the other voices', async () => {
  const { saved, user } = await open({
    character: 'GHOST',
    casting: { characterAssignments: { MIRA: 'local:ava' }, sceneHeadingVoiceId: 'local:max' },
  })
  expect(modal.listed()).toEqual(['GHOST'])
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByText('Clear All Voices')).toBeNull()
  await modal.choose(user, 'GHOST', 'Uta')
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() =>
    expect(saved).toEqual([
      { characterAssignments: { MIRA: 'local:ava', GHOST: 'azure:uta' }, sceneHeadingVoiceId: 'local:max' },
    ]),
  )
})

test('product §2 with Show assigned characters off, hides characters with a voice; an empty list shows a message', async () => {
  const { user } = await open({ casting: { characterAssignments: { MIRA: 'local:ava' } } })
  await modal.press(user, 'Voice Assignment Settings')
  const settings = await modal.dialog('Voice Assignment Settings')
  await user.click(settings.getByRole('switch', { name: 'Show assigned characters' }))
  expect(modal.listed()).toEqual(['JONAS', 'GHOST'])
  await user.click(settings.getByRole('button', { name: 'Close' }))

  await modal.choose(user, 'JONAS', 'Max')
  expect(modal.listed()).toEqual(['GHOST'])
  expect(document.activeElement).toBe(await modal.field('GHOST'))
  await modal.choose(user, 'GHOST', 'Uta')
  expect(screen.getByText('All characters have been assigned voices!')).toBeTruthy()
  expect(screen.getByText(/Show assigned characters/)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'ACT 1' }))
  expect(screen.getByText('All characters have been assigned voices!')).toBeTruthy()
})

test('product §5 a script with lines in other languages has a switch that has the assigned voices speak them', async () => {
  const [mira, ...others] = script.content.lines
  const lines = [{ ...mira!, language: 'es' }, ...others.map((one) => ({ ...one, language: 'hi' }))]
  const { saved, user } = await open({
    script: { ...script, content: { ...script.content, lines } },
    casting: { characterAssignments: { MIRA: 'local:ava' }, version: 4 },
  })
  await modal.press(user, 'Voice Assignment Settings')
  const settings = await modal.dialog('Voice Assignment Settings')
  expect(settings.getByText('This script has lines in Hindi and Spanish.')).toBeTruthy()
  const byLine = settings.getByRole('switch', { name: 'Speak lines in their own language' })
  expect(byLine.getAttribute('aria-checked')).toBe('true')
  await user.click(byLine)
  expect(byLine.getAttribute('aria-checked')).toBe('false')
  await user.click(settings.getByRole('button', { name: 'Close' }))
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() =>
    expect(saved).toEqual([
      {
        characterAssignments: { MIRA: 'local:ava' },
        languageByLine: false,
        seen: { version: 4, characterAssignments: {} },
      },
    ]),
  )
})

test('product §5 a cue of several characters says who speaks it, and may have a voice of its own', async () => {
  const joint = scriptOf({ MIRA: { lines: 2 }, JONAS: {}, 'MIRA & JONAS': {}, BOTH: {} })
  const { saved, user } = await open({
    script: joint,
    casting: { characterAssignments: { MIRA: 'local:ava', JONAS: 'local:max' }, version: 4 },
  })
  expect(screen.getByText('4 of 4 characters have a voice')).toBeTruthy()
  const field = await modal.field('MIRA & JONAS')
  expect(field.placeholder).toBe('Their own voices')
  expect(screen.getAllByText('Spoken together by MIRA and JONAS')).toHaveLength(1)
  expect(screen.getAllByText('Spoken together by JONAS and MIRA')).toHaveLength(1)
  await modal.choose(user, 'MIRA & JONAS', 'Uta')
  expect(screen.queryByText('Spoken together by MIRA and JONAS')).toBeNull()
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() =>
    expect(saved).toMatchObject([{ characterAssignments: { 'MIRA & JONAS': 'azure:uta' } }]),
  )
})

test('product §4 whether directions are followed is saved with the cast', async () => {
  const { saved, user } = await open({
    casting: { characterAssignments: { MIRA: 'local:ava' }, deliveries: false, version: 4 },
  })
  await modal.press(user, 'Voice Assignment Settings')
  const settings = await modal.dialog('Voice Assignment Settings')
  const follow = settings.getByRole('switch', { name: 'Follow directions such as (whispering)' })
  expect(follow.getAttribute('aria-checked')).toBe('false')
  await user.click(follow)
  expect(follow.getAttribute('aria-checked')).toBe('true')
  await user.click(settings.getByRole('button', { name: 'Close' }))
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() => expect(saved).toMatchObject([{ deliveries: true }]))
})

test('product §5 a script in one language has no such switch', async () => {
  const { user } = await open()
  await modal.press(user, 'Voice Assignment Settings')
  await modal.dialog('Voice Assignment Settings')
  expect(screen.queryByText('Speak lines in their own language')).toBeNull()
})

test('product §9 shows 20 characters, then 15 more per click', async () => {
  const many = scriptOf(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`EXTRA ${n}`, {}])))
  const { user } = await modal.openedModal({ script: many, voices })
  expect(modal.listed()).toHaveLength(20)
  await modal.press(user, 'Show 15 more characters (20 remaining)')
  expect(modal.listed()).toHaveLength(35)
  await modal.press(user, 'Show 5 more characters (5 remaining)')
  expect(modal.listed()).toHaveLength(40)
  expect(screen.queryByText(/remaining/)).toBeNull()
  // The button has disappeared, so the focus moves to the first character that it revealed.
  expect(document.activeElement).toBe(await modal.field('EXTRA 35'))
})

test.each([
  ['Clear All Voices', async (user: User) => modal.press(user, 'Clear All Voices')],
  [
    'the settings dialog',
    async (user: User) => {
      await modal.press(user, 'Voice Assignment Settings')
      await user.click(await screen.findByRole('button', { name: 'Clear All Voice Assignments' }))
    },
  ],
])('product §2, §8 %s asks first, then removes every voice', async (_what, clear) => {
  const { saved, user } = await open({
    casting: { characterAssignments: { MIRA: 'local:ava' }, narrationVoiceId: 'local:max' },
  })
  await clear(user)
  const question = await modal.dialog('Clear all voice assignments?')
  expect(question.getByText('This action cannot be undone.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Clear All' }))
  expect((await modal.field('MIRA')).value).toBe('')
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() => expect(saved).toEqual([{ characterAssignments: {} }]))
})

test('Suggest a cast assigns a voice to every character without one and keeps existing assignments', async () => {
  const { saved, user } = await open({ casting: { characterAssignments: { MIRA: 'azure:uta' } } })
  await modal.press(user, 'Suggest a cast')
  expect(await screen.findByText('2 characters got a voice. Change what you like.')).toBeTruthy()
  expect(screen.getByText('3 of 3 characters have a voice')).toBeTruthy()
  expect((await modal.field('MIRA')).value).toBe('Uta')
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(Object.keys(saved[0]!.characterAssignments!)).toEqual(
    expect.arrayContaining(['MIRA', 'JONAS', 'GHOST']),
  )
  expect(saved[0]!.narrationVoiceId).toBeTruthy()
})

test('product §2 saves which voices were suggested: neither the default voice nor one that the user chose', async () => {
  const casting = { characterAssignments: { MIRA: 'azure:uta' }, version: 4 }
  const { saved, user } = await open({ casting, defaultVoice: 'local:max' })
  await modal.press(user, 'Suggest a cast')
  await screen.findByText('3 of 3 characters have a voice')
  await modal.choose(user, 'GHOST', 'Ava')
  await modal.press(user, 'SAVE ASSIGNMENTS')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.suggested).toEqual([{ kind: 'scene-heading' }, { kind: 'character', name: 'JONAS' }])
})

test.each([
  ['the default voice where there is none', 'azure:uta', undefined, 'azure:uta'],
  ['its own', 'azure:uta', 'local:max', 'local:max'],
  ['its own where the default voice no longer exists', 'azure:gone', 'local:max', 'local:max'],
  ['the default voice where its own no longer exists (§3)', 'azure:uta', 'azure:gone', 'azure:uta'],
  ['its own where there is no default voice', null, 'local:max', 'local:max'],
  ['none where there is no voice at all', 'azure:gone', undefined, undefined],
])('product §4 Suggest a cast gives the narration %s', (_which, defaultVoice, narrationVoiceId, expected) => {
  const casting = { characterAssignments: {}, ...(narrationVoiceId && { narrationVoiceId }) }
  const { narrationVoiceId: given, ...rest } = withDefaultNarrator(casting, defaultVoice, voices)
  expect([given, rest]).toEqual([expected, { characterAssignments: {} }])
})

test('assigns the default voice to the narration even if the filters exclude it', async () => {
  const english = scriptOf({ MIRA: { lines: 3 } }, ENGLISH)
  const { user } = await modal.openedModal({
    script: english,
    voices: [
      voice('local:uwe', { name: 'Uwe', locale: 'de-DE', language: 'German' }),
      voice('local:ava', { name: 'Ava' }),
    ],
    defaultVoice: 'local:uwe',
  })
  await modal.press(user, 'Suggest a cast')
  expect([(await modal.field('Narration')).value, (await modal.field('MIRA')).value]).toEqual(['Uwe', 'Ava'])
})

test('shows a message when the filters leave no voice to suggest', async () => {
  const { user } = await modal.openedModal({
    script,
    voices: voices.map((each) => ({ ...each, isActive: false })),
  })
  await modal.press(user, 'Suggest a cast')
  expect(
    await screen.findByText('No voices match these filters. Change them and suggest a cast again.'),
  ).toBeTruthy()
  expect(screen.queryByText('Every character has a voice.')).toBeNull()
})

test('in an open list, arrow keys move in the list and its search text', async () => {
  const { user } = await open()
  const mira = await modal.field('MIRA')
  await user.type(mira, 'm{ArrowLeft}')
  expect(document.activeElement).toBe(mira)
  await user.keyboard('{ArrowDown}')
  expect(mira.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(mira)
})

test('when the focused row leaves the list, another row becomes the tab stop', async () => {
  const { user } = await open()
  ;(await modal.field('MIRA')).focus()
  await user.type(screen.getByRole('searchbox', { name: 'Find a character' }), 'ghost')
  expect(modal.listed()).toEqual(['GHOST'])
  expect((await modal.field('GHOST')).tabIndex).toBe(0)
})

test('finds a character by part of the name, ignoring case and diacritics', async () => {
  const { user } = await open({ script: scriptOf({ MIRA: {}, 'JÖNS HOLM': {}, GHOST: {} }) })
  // A script with one act has no act tab.
  expect(screen.getAllByRole('tab')).toHaveLength(2)
  const search = screen.getByRole('searchbox', { name: 'Find a character' })
  await user.type(search, 'jons')
  expect(modal.listed()).toEqual(['JÖNS HOLM'])
  await user.clear(search)
  await user.type(search, 'no such voice')
  expect(screen.getByText('No characters found for this selection.')).toBeTruthy()
})

test('shows the reason for a suggested voice until the voice is changed', async () => {
  const { user } = await open({ script: scriptOf({ MIRA: { lines: 3 }, JONAS: { lines: 2 } }, ENGLISH) })
  await modal.press(user, 'Suggest a cast')
  const row = within((await modal.field('JONAS')).closest<HTMLElement>('[data-row]')!)
  expect(row.getByText('man: the name JONAS')).toBeTruthy()
  expect((await modal.field('JONAS')).getAttribute('aria-describedby')).toContain('reason')
  await modal.choose(user, 'JONAS', 'Ava')
  expect(row.queryByText(/^man:/)).toBeNull()
})

const rowOf = async (name: string) => within((await modal.field(name)).closest<HTMLElement>('[data-row]')!)

test('product §2 shows the reason for a voice that was suggested before, not for one that a user chose', async () => {
  const mark = { by: 'Ada', mine: true, at: '2026-11-28T08:00:00.000Z', suggested: true }
  const { user } = await open({
    script: scriptOf({ MIRA: { lines: 3 }, JONAS: { lines: 2 } }, ENGLISH),
    casting: {
      characterAssignments: { MIRA: 'local:ava', JONAS: 'local:max' },
      version: 3,
      changes: [{ slot: { kind: 'character', name: 'JONAS' }, ...mark }],
    },
  })
  expect(await (await rowOf('JONAS')).findByText('man: the name JONAS')).toBeTruthy()
  expect((await modal.field('MIRA')).getAttribute('aria-describedby')).not.toContain('reason')
  await modal.choose(user, 'JONAS', 'Ava')
  expect((await rowOf('JONAS')).queryByText(/^man:/)).toBeNull()
})

test("a preview speaks the character's longest short line, or the voice's sample if there is none", async () => {
  const own = scriptOf({ MIRA: { lines: 4 }, GHOST: {} })
  const texts = ['No.', 'MIRA: I said: not (ever) tonight.', 'A'.repeat(400), '…']
  own.content.lines.forEach((line, at) => (line.text = texts[at] ?? '—'))
  const casting = { characterAssignments: { MIRA: 'local:ava', GHOST: 'local:max' } }
  const { sound, user } = await open({ script: own, casting })
  await user.click(screen.getByRole('button', { name: 'Preview voice: Ava' }))
  await user.click(screen.getByRole('button', { name: 'Stop preview: Ava' }))
  await user.click(screen.getByRole('button', { name: 'Preview voice: Max' }))
  await waitFor(() =>
    expect(sound.heard).toEqual(['local:ava: I said: not (ever) tonight.', 'local:max: (sample)']),
  )
})
