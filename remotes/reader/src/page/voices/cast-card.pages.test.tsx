import { failed } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { API, backend, openReader, SCRIPT, server, setUpReader } from '../../testing/reader-page.tsx'
import { header, heard, lineButton } from '../../testing/opened-page.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

const { narrationVoiceId: _, ...uncast } = SCRIPT
beforeEach(() => {
  backend.script = {
    ...uncast,
    content: { ...SCRIPT.content, characters: [{ character: 'ANNA' }, { character: 'BEN' }] },
  }
  backend.casting = { characterAssignments: {}, version: 0 }
})

const card = () => screen.findByRole('region', { name: /needs? (?:a voice|voices)$/ })
const button = (name: string) => screen.getByRole('button', { name })
const play = () => header().getByRole('button', { name: 'Play' })
const chips = (line: number) =>
  document.querySelector<HTMLElement>(`[data-line-index="${line}"] [data-testid="line-chips"]`)!

test('on a new script, says how many voices are missing; saves a suggested cast and plays the first line', async () => {
  openReader()
  expect(within(await card()).getByRole('heading').textContent).toBe('2 characters need voices')
  expect(chips(4).dataset['unassigned']).toBe('true')
  await userEvent.click(button('Suggest a cast and play'))
  await heard('INT. KITCHEN - DAY')
  expect(Object.keys(backend.casting.characterAssignments)).toEqual(['ANNA', 'BEN'])
  expect(backend.casting.narrationVoiceId).toBeTruthy()
  // The voices that better ones may replace later.
  expect(backend.casting).toMatchObject({
    suggested: expect.arrayContaining([{ kind: 'narration' }, { kind: 'character', name: 'ANNA' }]),
  })
  expect(screen.queryByRole('region', { name: /voice/ })).toBeNull()
  expect(chips(4).dataset['unassigned']).toBeUndefined()
  // The focused element was removed with the card.
  expect(document.activeElement?.closest('[data-line-index]')).toBeTruthy()
})

test.each([
  [
    'only dialogue is read',
    () => (backend.skippedLineTypes = ['Scene Heading', 'Action', 'Character', 'Parenthetical']),
  ],
  [
    'the stored last line is dialogue',
    () => (backend.progress = { lastPlayedLineIndex: 4, lastUpdated: '2026-11-20T12:00:00.000Z' }),
  ],
])('Play also leads to the card if %s, without naming a character', async (_where, prepare) => {
  prepare()
  openReader()
  await card()
  await waitFor(() => expect(document.querySelector('[data-line-index="4"]')).toBeTruthy())
  await userEvent.click(play())
  await waitFor(() => expect(document.activeElement).toBe(button('Suggest a cast and play')))
  expect(screen.queryByRole('dialog', { name: 'Voice Assignment Required' })).toBeNull()
})

test('product §2 playing a line of dialogue requests the voice of its character, also without any cast', async () => {
  openReader()
  await card()
  await userEvent.click(lineButton(4))
  const dialog = await screen.findByRole('dialog', { name: 'Voice Assignment Required' })
  const sentence = 'The character "ANNA" needs a voice assignment before playback can continue.'
  expect(within(dialog).getByText(sentence)).toBeTruthy()
  expect(within(dialog).getByText('Would you like to assign a voice to this character now?')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Assign Voice' })).toBeTruthy()
})

test('product §8 a partly cast script also has the card, and Play names the missing voice', async () => {
  backend.script = SCRIPT
  backend.casting = { characterAssignments: { ANNA: 'local:ruth' } }
  openReader()
  expect(within(await card()).getByRole('heading').textContent).toBe('1 character needs a voice')
  await userEvent.click(play())
  expect(
    await screen.findByText('Please assign a scene heading voice before playing this line.'),
  ).toBeTruthy()
})

test('keeps voices that another device has assigned, also if this page has not loaded them', async () => {
  openReader()
  await card()
  backend.casting = { characterAssignments: { ANNA: 'local:magnus' }, narrationVoiceId: 'local:ruth' }
  await userEvent.click(button('Suggest a cast and play'))
  await waitFor(() => expect(backend.casting.characterAssignments['BEN']).toBeTruthy())
  expect(backend.casting).toMatchObject({
    characterAssignments: { ANNA: 'local:magnus' },
    narrationVoiceId: 'local:ruth',
  })
})

test('Not now during saving: saves the cast and does not play', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  delaySaving(held)
  openReader()
  await card()
  await userEvent.click(button('Suggest a cast and play'))
  await screen.findByText('Saving the cast…')
  await userEvent.click(button('Not now'))
  release()
  await waitFor(() => expect(backend.casting.characterAssignments['BEN']).toBeTruthy())
  await waitFor(() => expect(chips(4).dataset['unassigned']).toBeUndefined())
  await clock.advance(2_000)
  expect(output.audible()).toEqual([])
  expect(play()).toBeTruthy()
})

/** Makes saving a cast wait, and then fail with this error. */
const delaySaving = (held?: Promise<void>, error?: string) =>
  server.use(
    http.post(`${API}/scripts/:id/assign-voices`, async () => {
      await held
      return error ? failed('VALIDATION', error) : undefined
    }),
  )

test('when saving the cast fails, shows the error on the card and does not play', async () => {
  delaySaving(undefined, 'The store is full.')
  openReader()
  const shown = await card()
  await userEvent.click(button('Suggest a cast and play'))
  expect((await within(shown).findByRole('alert')).textContent).toBe('The store is full.')
  expect(output.audible()).toEqual([])
  expect(button('Suggest a cast and play')).toHaveProperty('disabled', false)
  expect(screen.queryByText(/^Failed to save the cast/), 'said once').toBeNull()
})

test.each([
  ['the card was dismissed', () => userEvent.click(button('Not now'))],
  ['the page was left', (opened: ReturnType<typeof openReader>) => opened.router.navigate('/elsewhere')],
])('when saving the cast fails, shows the error also if %s', async (_what, leave) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  delaySaving(held, 'The store is full.')
  const opened = openReader()
  await card()
  await userEvent.click(button('Suggest a cast and play'))
  await screen.findByText('Saving the cast…')
  await leave(opened)
  await waitFor(() => expect(screen.queryByText('Saving the cast…')).toBeNull())
  release()
  expect(await screen.findByText('Failed to save the cast: The store is full.')).toBeTruthy()
})
