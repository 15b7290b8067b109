import type { NotePerson } from '@andscene/contracts/notes'
import { describe, expect, test } from 'vitest'
import { mentionBegun, mentionedIn, suggestPeople } from './mentions.ts'

const person = (name: string, key = name): NotePerson => ({ key, name, kind: 'collaborator' })
const PEOPLE = [person('Ann Lee'), person('Bob'), person('Žofie')]

const names = (letters: string) => suggestPeople(PEOPLE, letters).map(({ name }) => name)

describe('product §12: mentions in the editor', () => {
  test.each([
    ['@', 1, { start: 0, letters: '' }],
    ['Hi @An', 6, { start: 3, letters: 'An' }],
    ['Hi @Ann Le, there', 10, { start: 3, letters: 'Ann Le' }],
    ['me@example', 10, undefined],
    ['Hi @An\n', 7, undefined],
    ['Hi @An', 3, undefined],
  ])('in %j with the caret at %d begin at %j', (text, caret, begun) => {
    expect(mentionBegun(text, caret)).toEqual(begun)
  })

  test('suggest people by the start of any word of their name', () => {
    expect(names('')).toEqual(['Ann Lee', 'Bob', 'Žofie'])
    expect(names('le')).toEqual(['Ann Lee'])
    expect(names('ž')).toEqual(['Žofie'])
    expect(names('ee')).toEqual([])
  })

  test('are the chosen people and unique names that were typed; a namesake must be chosen', () => {
    const twins = [...PEOPLE, person('Sam', 'sam1'), person('Sam', 'sam2')]
    const keys = (text: string, chosen = [person('Sam', 'sam2')]) =>
      mentionedIn(text, chosen, twins).map(({ key }) => key)
    expect(keys('@Bob and @Sam')).toEqual(['Bob', 'sam2'])
    expect(keys('@Sam', [])).toEqual([])
    expect(keys('Bob and @Ann')).toEqual([])
  })
})
