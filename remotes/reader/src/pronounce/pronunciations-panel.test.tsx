import { readPronunciations, savePronunciations } from '@andscene/contracts/routes/pronunciations'
import { findUnknownWords } from '@andscene/contracts/routes/voices'
import type { Pronunciation, PronunciationChange } from '@andscene/contracts/voices/pronunciation'
import { conflicting, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { scriptOf } from '../casting/testing/script.ts'
import * as modal from '../casting/testing/modal.tsx'

modal.setUpModals()

const SIOBHAN: Pronunciation = { word: 'Siobhan', says: 'shi-VAWN', as: 'respelling' }
const CASTING = {
  characterAssignments: { ANNA: 'local:ava', OKONKWO: 'azure:uta' },
  narrationVoiceId: 'azure:uta',
}

/** Opens the last tab. `sent` holds the changes of all saves; `others` replaces the list like another editor. */
async function open(pronunciations: Pronunciation[] = [], unknown: string[] = ['OKONKWO']) {
  let list = { pronunciations, version: 1 }
  const sent: PronunciationChange[][] = []
  modal.server.use(
    stub(readPronunciations, () => ({ success: true, data: list })),
    stub(findUnknownWords, () => ({ success: true, data: { unknown } })),
    stub(savePronunciations, ({ body: { changes } }) => {
      sent.push(changes)
      const isOutdated = changes.some(({ word, seen }) => {
        const present = list.pronunciations.find((one) => one.word === word)
        return (present?.says ?? null) !== (seen?.says ?? null)
      })
      if (isOutdated) return conflicting(savePronunciations, list)
      const words = new Set(changes.map(({ word }) => word))
      list = {
        version: list.version + 1,
        pronunciations: [
          ...list.pronunciations.filter(({ word }) => !words.has(word)),
          ...changes.flatMap(({ word, said, character }) =>
            said ? [{ word, ...said, ...(character !== undefined && { character }) }] : [],
          ),
        ],
      }
      return { success: true, data: list }
    }),
  )
  const script = scriptOf({ ANNA: {}, OKONKWO: {} }, 'Where is Siobhan tonight?')
  const opened = await modal.openedModal({ script, voices: modal.VOICES, casting: CASTING })
  await opened.user.click(screen.getByRole('tab', { name: /PRONUNCIATIONS/ }))
  await screen.findByRole('button', { name: 'Add word' })
  return { ...opened, sent, others: (now: Pronunciation[]) => (list = { pronunciations: now, version: 9 }) }
}
const rows = () =>
  within(screen.getByRole('region', { name: 'Pronunciations' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('product §5 the last tab lists words that no dictionary has, then pronunciations, then all other names', async () => {
  await open([SIOBHAN])
  await waitFor(() =>
    expect(rows()).toEqual(['OKONKWONot in the dictionaryPronounce…', 'Siobhanshi-VAWN', 'ANNAPronounce…']),
  )
  expect(screen.queryByRole('button', { name: 'Suggest a cast' })).toBeNull()
})

test('product §5 a word is added, for the script or for one character, and heard before and after', async () => {
  const { user, sent, sound } = await open()
  await user.click(await screen.findByRole('button', { name: 'Pronounce OKONKWO' }))
  const dialog = await modal.dialog('Add pronunciation')
  expect((dialog.getByLabelText('Word') as HTMLInputElement).value).toBe('OKONKWO')
  await user.type(dialog.getByLabelText('How it sounds'), 'oh-KON-kwoh')
  expect(dialog.getByText(/oʊˈkɒnkwoʊ/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Hear after' }))
  await waitFor(() => expect(sound.heard).toEqual(['azure:uta: OKONKWO']))
  await user.click(dialog.getByRole('button', { name: 'Save pronunciation' }))
  await waitFor(() => expect(rows()).toContain('OKONKWOoh-KON-kwoh'))
  expect(sent).toEqual([[{ word: 'OKONKWO', said: { says: 'oh-KON-kwoh', as: 'respelling' }, seen: null }]])
})

test('product §5 IPA with a wrong character is refused at its field with the position, and nothing is sent', async () => {
  const { user, sent } = await open()
  await user.click(screen.getByRole('button', { name: 'Add word' }))
  const dialog = await modal.dialog('Add pronunciation')
  await user.click(dialog.getByRole('button', { name: 'Save pronunciation' }))
  expect(dialog.getByRole('alert').textContent).toBe('The word has no letter or digit. Enter a word.')
  await user.type(dialog.getByLabelText('Word'), 'OKONKWO')
  await user.click(dialog.getByText('IPA'))
  await user.type(dialog.getByPlaceholderText('ʃɪˈvɔːn'), 'ʃɪ§')
  await user.click(dialog.getByRole('button', { name: 'Save pronunciation' }))
  expect(dialog.getByRole('alert').textContent).toMatch(/^There is no sound "§" at position 3\./)
  expect(sent).toEqual([])
})

test('product §5 a change of another editor is seen first, and replaced only by choice', async () => {
  const { user, sent, others } = await open([SIOBHAN])
  await user.click(await screen.findByRole('button', { name: 'Edit the pronunciation of Siobhan' }))
  const dialog = await modal.dialog('Edit pronunciation')
  others([{ ...SIOBHAN, says: 'SHIV' }])
  const field = dialog.getByLabelText('How it sounds')
  await user.clear(field)
  await user.type(field, 'shuh-VAWN')
  await user.click(dialog.getByRole('button', { name: 'Save pronunciation' }))
  expect(await dialog.findByText('Another editor changed “Siobhan” to “SHIV”.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Keep their choice')
  expect((field as HTMLInputElement).value).toBe('shuh-VAWN')
  await user.click(dialog.getByRole('button', { name: 'Use mine' }))
  await waitFor(() => expect(rows()).toContain('Siobhanshuh-VAWN'))
  expect(sent.map(([change]) => change!.seen?.says)).toEqual(['shi-VAWN', 'SHIV'])
})

test('product §5 a word deleted after another editor changed it: the change is shown, and Use mine deletes it', async () => {
  const { user, sent, others } = await open([SIOBHAN])
  await user.click(await screen.findByRole('button', { name: 'Edit the pronunciation of Siobhan' }))
  const dialog = await modal.dialog('Edit pronunciation')
  others([{ ...SIOBHAN, says: 'SHIV' }])
  await user.click(dialog.getByRole('button', { name: 'Delete pronunciation' }))
  expect(await dialog.findByText('Another editor changed “Siobhan” to “SHIV”.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Use mine' }))
  await waitFor(() => expect(rows().join()).not.toContain('Siobhan'))
  expect(sent.at(-1)).toEqual([{ word: 'Siobhan', said: null, seen: { says: 'SHIV', as: 'respelling' } }])
})

test('product §5 a word that is renamed after another editor changed it: that change is shown, and replaced only by choice', async () => {
  const { user, sent, others } = await open([SIOBHAN])
  await user.click(await screen.findByRole('button', { name: 'Edit the pronunciation of Siobhan' }))
  const dialog = await modal.dialog('Edit pronunciation')
  others([{ ...SIOBHAN, says: 'SHIV' }])
  await user.type(dialog.getByLabelText('Word'), ' Marsh')
  await user.click(dialog.getByRole('button', { name: 'Save pronunciation' }))
  expect(await dialog.findByText('Another editor changed “Siobhan” to “SHIV”.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Use mine' }))
  await waitFor(() => expect(rows()).toContain('Siobhan Marshshi-VAWN'))
  expect(rows()).not.toContain('SiobhanSHIV')
  expect(sent.at(-1)).toEqual([
    { word: 'Siobhan Marsh', said: { says: 'shi-VAWN', as: 'respelling' }, seen: null },
    { word: 'Siobhan', said: null, seen: { says: 'SHIV', as: 'respelling' } },
  ])
})

test('product §5 a restored pronunciation that another editor has added again is reported', async () => {
  const { user, others } = await open([SIOBHAN])
  await user.click(await screen.findByRole('button', { name: 'Delete the pronunciation of Siobhan' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  others([{ ...SIOBHAN, says: 'SHIV' }])
  await user.click(undo)
  expect(await screen.findByText('Changed meanwhile')).toBeTruthy()
  await waitFor(() => expect(rows()).toContain('SiobhanSHIV'))
})

test('product §5 a deleted pronunciation can be restored', async () => {
  const { user, sent } = await open([SIOBHAN])
  await user.click(await screen.findByRole('button', { name: 'Delete the pronunciation of Siobhan' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(rows()).toContain('Siobhanshi-VAWN'))
  expect(sent.map(([change]) => change!.said)).toEqual([null, { says: 'shi-VAWN', as: 'respelling' }])
})

test('product §5 an import is checked first; refused rows have reasons, and nothing that is not in the file is lost', async () => {
  const { user, sent } = await open([SIOBHAN])
  const csv =
    'Word,Pronunciation,Kind,Character\nAoife,EE-fuh\nOKONKWO,oh-KON-kwoh,,ANNA\nBad,ʃ§,IPA\n=1+1,x,SSML\n'
  await user.upload(screen.getByLabelText('CSV file'), new File([csv], 'words.csv', { type: 'text/csv' }))
  const dialog = await modal.dialog('Import pronunciations')
  expect(dialog.getByText('2 new · 0 changed · 0 unchanged · 2 refused')).toBeTruthy()
  expect(dialog.getByText(/^Row 4/).textContent).toMatch(/There is no sound "§" at position 2/)
  await user.click(dialog.getByRole('button', { name: 'Import 2 words' }))
  await waitFor(() => expect(rows()).toContain('AoifeEE-fuh'))
  expect(rows()).toContain('Siobhanshi-VAWN')
  expect(sent[0]).toHaveLength(2)
})

test('product §5 the list is exported as a file', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const { user } = await open([SIOBHAN])
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  const text = await (made.mock.calls[0]![0] as Blob).text()
  expect(text).toContain('"Siobhan","shi-VAWN","Respelling",""')
})

test('product §12 the focus returns to the button that opened a dialog, else stays in the tab', async () => {
  const { user } = await open([SIOBHAN])
  const edit = await screen.findByRole('button', { name: 'Edit the pronunciation of Siobhan' })
  await user.click(edit)
  await user.click((await modal.dialog('Edit pronunciation')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(edit))

  await user.upload(screen.getByLabelText('CSV file'), new File(['a,b'], 'words.csv', { type: 'text/csv' }))
  await user.click((await modal.dialog('Import pronunciations')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Import CSV' })))

  await user.click(screen.getByRole('button', { name: 'Delete the pronunciation of Siobhan' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add word' })))

  await user.click(screen.getByRole('button', { name: 'Pronounce ANNA' }))
  const added = await modal.dialog('Add pronunciation')
  await user.type(added.getByLabelText('How it sounds'), 'AH-nah{Enter}')
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Edit the pronunciation of ANNA' }),
    ),
  )
})

const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (c) => c.charCodeAt(0)).buffer)
test.each([
  ['UTF-8', (text: string) => new TextEncoder().encode(text)],
  ['Windows-1252, of a spreadsheet', windows1252],
  ['UTF-16, of a spreadsheet', utf16],
])('product §5 an import reads a file in %s', async (_encoding, bytesOf) => {
  const { user, sent } = await open()
  const file = new File([bytesOf('Word;Pronunciation\nZoë;ZOH-ee\n')], 'words.csv', { type: 'text/csv' })
  await user.upload(screen.getByLabelText('CSV file'), file)
  await user.click(
    (await modal.dialog('Import pronunciations')).getByRole('button', { name: 'Import 1 word' }),
  )
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]![0]!.word).toBe('Zoë')
})

test.each([
  ['of 5 MB', 'a,b\n'.repeat(1_250_000)],
  ['of more than a million characters', 'a,b\n'.repeat(250_001)],
])('product §5 a file %s is not read', async (_size, text) => {
  const { user } = await open()
  await user.upload(screen.getByLabelText('CSV file'), new File([text], 'words.csv', { type: 'text/csv' }))
  const dialog = await modal.dialog('Import pronunciations')
  expect(dialog.getByRole('alert').textContent).toBe(
    'The file words.csv could not be read. Choose a CSV file of less than 1 MB.',
  )
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
})
