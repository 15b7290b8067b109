import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { expect, test } from 'vitest'
import { pronunciationOf, preventedOf, settingOf } from './pronunciation-changes.ts'

const pronounced = (says: string, character?: string): Pronunciation => ({
  word: 'Siobhan',
  says,
  as: 'respelling',
  ...(character !== undefined && { character }),
})
const [OF_SCRIPT, OF_ANNA] = [pronounced('shi-VAWN'), pronounced('SHIV', 'ANNA')]
const said = ({ says, as }: Pronunciation) => ({ says, as })

test('product §5 a character says a word as it does, else as the script', () => {
  expect(pronunciationOf([OF_SCRIPT, OF_ANNA], { word: 'SIOBHAN', character: 'ANNA' })).toBe(OF_ANNA)
  expect(pronunciationOf([OF_SCRIPT, OF_ANNA], { word: 'siobhan', character: 'BEN' })).toBe(OF_SCRIPT)
  expect(pronunciationOf([OF_ANNA], { word: 'siobhan', character: 'BEN' })).toBeUndefined()
})

test('product §5 a change names what the user saw: of the same word and character only', () => {
  const wanted = pronounced('shuh-VAWN', 'ANNA')
  expect(settingOf(wanted, [OF_SCRIPT, OF_ANNA]).seen).toEqual(said(OF_ANNA))
  expect(settingOf(wanted, [OF_SCRIPT]).seen).toBeNull()
})

test('product §5 a change is prevented by another one of its word, but not by the same one', () => {
  const changes = [settingOf(pronounced('shuh-VAWN'), [OF_SCRIPT])]
  expect(preventedOf(changes, [OF_SCRIPT, OF_ANNA])).toBeUndefined()
  expect(preventedOf(changes, [pronounced('shuh-VAWN')])).toBeUndefined()
  expect(preventedOf(changes, [pronounced('SHIV')])).toBe(changes[0])
  expect(preventedOf(changes, [])).toBe(changes[0])
})
