import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import type { CastingBody, CastingChange, VersionedCasting } from '@andscene/contracts/script'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { conflicting, stub } from '@andscene/web-kit/testing/stub'
import { voice } from '@andscene/web-kit/testing/voice'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as modal from './testing/modal.tsx'
import { scriptOf } from './testing/script.ts'

modal.setUpModals()
// Else "1 minute ago" becomes "just now" if a second passes between the opening of the dialog and the other's change.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const voices = [
  voice('local:ava', { name: 'Ava' }),
  voice('local:max', { name: 'Max' }),
  voice('local:nora', { name: 'Nora' }),
]
const script = scriptOf({ ANNA: { lines: 3 }, BEN: { lines: 2 } })
const anna = { kind: 'character', name: 'ANNA' } as const
const before = { characterAssignments: { ANNA: 'local:ava' }, version: 1 }
const byBen = (over: Partial<CastingChange> = {}): CastingChange[] => [
  { slot: anna, by: 'Ben', mine: false, at: new Date(Date.now() - 61_000).toISOString(), ...over },
]
/** The casting after another editor has assigned Nora to ANNA. */
const present = (changes?: CastingChange[]): VersionedCasting => ({
  characterAssignments: { ANNA: 'local:nora', BEN: 'local:ava' },
  version: 2,
  ...(changes && { changes }),
})

const change = (client: ReturnType<typeof modal.openModal>['client'], casting: VersionedCasting) =>
  client.setQueryData(queryKeys.casting('s1'), casting)

/** Opens the dialog, assigns Max to ANNA and saves; the first save is refused. `saves` holds all request bodies. */
async function refused(changes?: CastingChange[]) {
  const opened = modal.openModal({ script, voices, casting: before })
  const saves: CastingBody[] = []
  modal.server.use(
    stub(saveCasting, ({ body }) => {
      saves.push(body)
      if (saves.length === 1) return conflicting(saveCasting, { ...present(changes), conflicts: [anna] })
      return {
        success: true,
        ...present(),
        characterAssignments: body.characterAssignments as never,
        version: 3,
      }
    }),
    stub(readCasting, () => ({ success: true, ...(saves.length > 0 ? present(changes) : before) })),
  )
  await modal.choose(opened.user, 'ANNA', 'Max')
  await modal.press(opened.user, 'SAVE ASSIGNMENTS')
  return { ...opened, saves }
}

/** Matches the text of a question, whose names are separate elements. */
const questionText = (text: string | RegExp) => (_: string, element: Element | null) => {
  const shown = element?.tagName === 'SPAN' ? (element.textContent ?? '') : ''
  return typeof text === 'string' ? shown === text : text.test(shown)
}

describe('product §4: saving a voice that another editor has changed', () => {
  test('sends the version seen and asks which voice to keep; Use mine saves again, based on the conflicting voice', async () => {
    const { saves, events, user } = await refused(byBen())
    expect(
      await screen.findByText(questionText('Ben chose Nora for ANNA 1 minute ago. You chose Max.')),
    ).toBeTruthy()
    expect(saves[0]).toEqual({
      characterAssignments: { ANNA: 'local:max' },
      seen: { version: 1, characterAssignments: { ANNA: 'local:ava' } },
    })
    expect(events).toEqual([])
    expect(document.activeElement?.textContent).toBe("Keep Ben's choice")
    expect((await modal.field('ANNA')).value).toBe('Max')
    expect((await modal.field('BEN')).value).toBe('Ava')
    await modal.press(user, 'Use mine for ANNA')
    await waitFor(() => expect(events).toEqual(['saved', 'closed']))
    expect(saves[1]).toEqual({
      characterAssignments: { ANNA: 'local:max', BEN: 'local:ava' },
      seen: { version: 1, characterAssignments: { ANNA: 'local:nora' } },
    })
  })

  test('keeping the other choice saves the remaining changes, without that voice', async () => {
    const { saves, events, user } = await refused(byBen())
    await user.click(await screen.findByRole('button', { name: "Keep Ben's choice for ANNA" }))
    await waitFor(() => expect(events).toEqual(['saved', 'closed']))
    expect(saves[1]?.seen?.characterAssignments).toEqual({})
    expect(saves[1]?.characterAssignments).toEqual({ ANNA: 'local:nora', BEN: 'local:ava' })
  })

  test.each([
    [
      'You chose Nora for ANNA 1 minute ago in another tab or on another device. Here you chose Max.',
      () => byBen({ mine: true }),
    ],
    ['Ben chose Nora for ANNA just now. You chose Max.', () => byBen({ at: new Date().toISOString() })],
    ['Another editor chose Nora for ANNA. You chose Max.', () => undefined],
  ])('%s', async (text, changes) => {
    await refused(changes())
    expect(await screen.findByText(questionText(text))).toBeTruthy()
  })
})

test('isolates a right-to-left name from the words around it', async () => {
  await refused(byBen({ by: 'מר לוי' }))
  const question = await screen.findByText(
    questionText('מר לוי chose Nora for ANNA 1 minute ago. You chose Max.'),
  )
  expect(question.dir).toBe('')
  expect([...question.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
    'מר לוי',
    'Nora',
    'ANNA',
    'Max',
  ])
  const keep = screen.getByRole('button', { name: "Keep מר לוי's choice for ANNA" })
  expect(keep.querySelector('bdi')?.textContent).toBe('מר לוי')
})

describe('product §4: a pending save', () => {
  test('is dropped when its question disappears unanswered', async () => {
    const { client, saves, events, user } = await refused(byBen())
    await screen.findByText(questionText('Ben chose Nora for ANNA 1 minute ago. You chose Max.'))
    change(client, { ...before, version: 3 })
    await waitFor(() => expect(screen.queryByText(questionText(/Ben chose Nora/))).toBeNull())
    change(client, { ...present(byBen()), version: 4 })
    await user.click(await screen.findByRole('button', { name: 'Use mine for ANNA' }))
    await waitFor(() => expect(screen.queryByText(questionText(/Ben chose Nora/))).toBeNull())
    expect(saves).toHaveLength(1)
    expect(events).toEqual([])
  })

  test('continues after an answer, also when the next save is refused again', async () => {
    const { client, saves, events, user } = await refused(byBen())
    const eve = byBen({ by: 'Eve' })
    const later = {
      ...present(eve),
      characterAssignments: { ANNA: 'local:ava', BEN: 'local:ava' },
      version: 3,
    }
    modal.server.use(
      stub(saveCasting, ({ body }) => {
        saves.push(body)
        if (saves.length === 2) return conflicting(saveCasting, { ...later, conflicts: [anna] })
        return { success: true, ...later, version: 4 }
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Use mine for ANNA' }))
    await user.click(await screen.findByRole('button', { name: "Keep Eve's choice for ANNA" }))
    await waitFor(() => expect(events).toEqual(['saved', 'closed']))
    expect(saves).toHaveLength(3)
    expect(client.getQueryData<VersionedCasting>(queryKeys.casting('s1'))?.version).toBe(4)
  })
})

/** Changes both characters; another editor then changes both. */
async function bothChanged() {
  const opened = modal.openModal({ script, voices, casting: before })
  await modal.choose(opened.user, 'ANNA', 'Max')
  await modal.choose(opened.user, 'BEN', 'Max')
  change(opened.client, present(byBen()))
  return opened
}

const isFocused = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))

describe('product §12: when the casting changes while the dialog is open', () => {
  test('shows new voices of untouched characters and asks about the changed ones', async () => {
    const { client, user } = modal.openModal({ script, voices, casting: before })
    await modal.choose(user, 'ANNA', 'Max')
    change(client, { ...present(byBen()), characterAssignments: { ANNA: 'local:ava', BEN: 'local:nora' } })
    await waitFor(async () => expect((await modal.field('BEN')).value).toBe('Nora'))
    expect((await modal.field('ANNA')).value).toBe('Max')
    expect(screen.queryByText(questionText(/Ben chose/))).toBeNull()
    const focused = document.activeElement
    change(client, present(byBen()))
    expect(
      await screen.findByText(questionText('Ben chose Nora for ANNA 1 minute ago. You chose Max.')),
    ).toBeTruthy()
    expect(document.activeElement).toBe(focused)
    await modal.press(user, "Keep Ben's choice for ANNA")
    expect((await modal.field('ANNA')).value).toBe('Nora')
  })

  test('an answer moves the focus to the next question; the last one to the save button', async () => {
    const { saved, user } = await bothChanged()
    await user.click(await screen.findByRole('button', { name: 'Use mine for ANNA' }))
    await isFocused('Keep their choice for BEN')
    await modal.press(user, 'Keep their choice for BEN')
    await isFocused('SAVE ASSIGNMENTS')
    expect(saved).toEqual([])
  })

  test('saves once all conflicts are resolved, one by one or together', async () => {
    const { saved, events, user } = await bothChanged()
    await screen.findByText('2 voices have two choices.')
    await modal.press(user, 'SAVE ASSIGNMENTS')
    expect(saved).toEqual([])
    await modal.press(user, 'Use all of mine')
    await waitFor(() => expect(events).toEqual(['saved', 'closed']))
    expect(saved[0]).toMatchObject({
      characterAssignments: { ANNA: 'local:max', BEN: 'local:max' },
      seen: { characterAssignments: { ANNA: 'local:nora', BEN: 'local:ava' } },
    })
  })
})

describe('product §4: saving a sound that another editor has changed', () => {
  const slow = { ...before, characterSounds: { ANNA: { pace: 0.9 } } }
  const theirs = { ...slow, version: 2, characterSounds: { ANNA: { place: 'phone' as const } } }

  async function soundChanged() {
    const opened = modal.openModal({ script, voices, casting: slow })
    const saves: CastingBody[] = []
    modal.server.use(
      stub(saveCasting, ({ body }) => {
        saves.push(body)
        if (saves.length === 1)
          return conflicting(saveCasting, { ...theirs, conflicts: [{ kind: 'sound', name: 'ANNA' }] })
        return { success: true, ...before, version: 3 }
      }),
      stub(readCasting, () => ({ success: true, ...(saves.length > 0 ? theirs : slow) })),
    )
    await opened.user.click(await screen.findByRole('button', { name: /^Sound of ANNA/ }))
    await opened.user.click(await screen.findByRole('button', { name: 'Reset sound' }))
    await modal.press(opened.user, 'SAVE ASSIGNMENTS')
    await screen.findByText(
      questionText('Another editor changed the sound of ANNA: On the phone. You chose: as the voice is.'),
    )
    expect(saves).toMatchObject([
      { characterSounds: { ANNA: null }, seen: { version: 1, characterSounds: { ANNA: { pace: 0.9 } } } },
    ])
    return { ...opened, saves }
  }

  test('asks which sound to keep; Use mine saves again, based on the conflicting sound', async () => {
    const { saves, events, user } = await soundChanged()
    await modal.press(user, 'Use mine for the sound of ANNA')
    await waitFor(() => expect(events).toEqual(['saved', 'closed']))
    expect(saves[1]).toMatchObject({
      characterSounds: { ANNA: null },
      seen: { characterSounds: { ANNA: { place: 'phone' } } },
    })
  })

  test('Keep their choice drops the own sound', async () => {
    const { saves, user } = await soundChanged()
    await modal.press(user, 'Keep their choice for the sound of ANNA')
    await waitFor(() => expect(saves).toHaveLength(2))
    expect(saves[1]).not.toHaveProperty('characterSounds')
  })
})
