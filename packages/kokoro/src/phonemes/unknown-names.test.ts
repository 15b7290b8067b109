import { expect, test } from 'vitest'
import { unknownWords } from './unknown-names.ts'

test('product §5: finds the words of names that no dictionary has', () => {
  const words = [
    'MARA',
    'SIOBHAN',
    'ANNA',
    'Tom',
    'WAITER',
    'Zygmyrth',
    "O'Quillith",
    'XIAOQ',
    'Anna’s',
    '2',
    'दीदी',
    '',
  ]
  expect(unknownWords(words)).toEqual(['MARA', 'Zygmyrth', "O'Quillith", 'XIAOQ'])
})
