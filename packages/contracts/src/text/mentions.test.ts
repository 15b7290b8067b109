import { expect, test } from 'vitest'
import { findMentions } from './mentions.ts'

const namesIn = (text: string, names: readonly string[]) => findMentions(text, names).map(({ name }) => name)

test('product §12: a mention is @ and the whole name, the longest one that fits', () => {
  const names = ['Ann', 'Ann Lee', 'Žofie', '𝄞 Clef']
  expect(namesIn('@Ann, ask @Ann Lee.', names)).toEqual(['Ann', 'Ann Lee'])
  expect(namesIn('(@Žofie) @𝄞 Clef', names)).toEqual(['Žofie', '𝄞 Clef'])
  expect(findMentions('Hi @Ann!', names)).toEqual([{ start: 3, end: 7, name: 'Ann' }])
})

test('product §12: a longer word, an address and another case are no mention', () => {
  for (const text of ['@Anna', '@Ann𝒶', 'me@Ann', '@ann', '@ Ann', '@'])
    expect(namesIn(text, ['Ann', ''])).toEqual([])
})
