import { readPronunciations, savePronunciations } from '@andscene/contracts/routes/pronunciations'
import { findUnknownWords } from '@andscene/contracts/routes/voices'
import type { Script } from '@andscene/contracts/script'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { conflicting, failed, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as modal from '../casting/testing/modal.tsx'
import { scriptOf } from '../casting/testing/script.ts'

modal.setUpModals()

const VOICES = modal.VOICES
const CASTING = { characterAssignments: { ANNA: 'local:ava' }, narrationVoiceId: 'azure:uta' }

/** Opens the last tab. `asked` holds the words of all questions about the dictionary. */
async function open(list: Pronunciation[] | 'FORBIDDEN', { language }: Pick<Script, 'language'> = {}) {
  const asked: string[][] = []
  modal.server.use(
    stub(readPronunciations, () =>
      list === 'FORBIDDEN'
        ? failed(list, 'Not now.')
        : { success: true as const, data: { pronunciations: list, version: 1 } },
    ),
    stub(findUnknownWords, ({ body: { words } }) => {
      asked.push(words)
      return { success: true, data: { unknown: [] } }
    }),
  )
  const script = { ...scriptOf({ ANNA: {} }, 'Where is Siobhan tonight?'), ...(language && { language }) }
  const opened = await modal.openedModal({ script, voices: VOICES, casting: CASTING })
  await opened.user.click(screen.getByRole('tab', { name: /PRONUNCIATIONS/ }))
  return { ...opened, asked }
}
const rows = () =>
  within(screen.getByRole('region', { name: 'Pronunciations' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const numbered = (count: number): Pronunciation[] =>
  Array.from({ length: count }, (_, n) => ({ word: `Word${n}`, says: `say-${n}-it`, as: 'respelling' }))

test('product §2 a long list shows 40, and 40 more per click; Find a word looks in words and pronunciations', async () => {
  const { user } = await open(numbered(120))
  await user.click(await screen.findByRole('button', { name: 'Show 40 more words (81 remaining)' }))
  expect(rows()).toHaveLength(80)
  const find = screen.getByRole('searchbox', { name: 'Find a word' })
  await user.type(find, 'WORD119')
  expect(rows()).toEqual(['Word119say-119-it'])
  await user.clear(find)
  await user.type(find, 'say-118')
  expect(rows()).toEqual(['Word118say-118-it'])
  await user.type(find, 'x')
  expect(screen.getByText('No words found.')).toBeTruthy()
})

test('product §2 a list that did not load says why, and is loaded by Retry', async () => {
  const { user } = await open('FORBIDDEN')
  expect(await screen.findByText('Not now.')).toBeTruthy()
  modal.server.use(
    stub(readPronunciations, () => ({ success: true, data: { pronunciations: numbered(1), version: 1 } })),
  )
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(rows()).toContain('Word0say-0-it'))
})

test('product §2 words are looked up in the dictionary for scripts in English only', async () => {
  const { asked } = await open([])
  await waitFor(() => expect(asked).toEqual([['ANNA']]))
})

test('product §2 no word of a script in another language is looked up', async () => {
  const { asked } = await open([], { language: 'de' })
  await screen.findByRole('button', { name: 'Add word' })
  expect(rows()).toEqual(['ANNAPronounce…'])
  expect(asked).toEqual([])
})

test('product §5 IPA with a wrong character is not heard, and a word that has a pronunciation is named as replaced', async () => {
  const { user, sound } = await open([{ word: 'ANNA', says: 'AH-nah', as: 'respelling' }])
  await user.click(await screen.findByRole('button', { name: 'Add word' }))
  const dialog = await modal.dialog('Add pronunciation')
  await user.type(dialog.getByLabelText('Word'), 'anna')
  expect(dialog.getByText(/^Replaces/).textContent).toBe('Replaces AH-nah.')
  await user.click(dialog.getByText('IPA'))
  await user.type(dialog.getByPlaceholderText('ʃɪˈvɔːn'), '§')
  await user.click(dialog.getByRole('button', { name: 'Hear after' }))
  expect(dialog.getByRole('alert').textContent).toMatch(/at position 1/)
  expect(sound.heard).toEqual([])
})

test('product §5 an import of a list that another editor changed is checked again, and nothing is saved', async () => {
  const theirs: Pronunciation = { word: 'Siobhan', says: 'SHIV', as: 'respelling' }
  const { user } = await open([{ ...theirs, says: 'shi-VAWN' }])
  let saves = 0
  modal.server.use(
    stub(savePronunciations, () => {
      saves += 1
      return conflicting(savePronunciations, { pronunciations: [theirs], version: 7 })
    }),
  )
  const csv = new File(['Siobhan,SHEE-vawn'], 'words.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('CSV file'), csv)
  const review = await modal.dialog('Import pronunciations')
  await user.click(review.getByRole('button', { name: 'Import 1 word' }))
  expect(
    await review.findByText('Another editor changed pronunciations. Check the import and try again.'),
  ).toBeTruthy()
  expect(review.getByText('0 new · 1 changed · 0 unchanged · 0 refused')).toBeTruthy()
  await user.click(review.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(rows()).toContain('SiobhanSHIV'))
  expect(saves).toBe(1)
})
