import { describe, expect, test } from 'vitest'
import { checkedPronunciation } from './check.ts'

describe('product §5: a pronunciation is checked', () => {
  test('and stored without invisible characters', () => {
    const given = {
      word: ' Siobhan\u202E\u0000  Marsh ',
      says: ' shi-\u200BVAWN ',
      as: 'respelling' as const,
    }
    expect(checkedPronunciation(given)).toEqual({
      checked: { word: 'Siobhan Marsh', says: 'shi-VAWN', as: 'respelling' },
    })
    expect(checkedPronunciation({ word: 'می\u200Cخواهم', says: '/a:/', as: 'ipa' })).toEqual({
      checked: { word: 'میخواهم', says: 'aː', as: 'ipa' },
    })
  })

  test.each([
    ['Siobhan', 'ʃɪv§n', 'ipa', 'says', /^There is no sound "§" at position 4\. Use letters/],
    ['Siobhan', 'ʃ\u202E', 'ipa', 'says', /^There is no sound U\+202E at position 2\./],
    ['Siobhan', '//', 'ipa', 'says', /^The IPA has no sound\./],
    ['Siobhan', '--', 'respelling', 'says', /^The pronunciation has no letter\./],
    ['...', 'dot', 'respelling', 'word', /^The word has no letter or digit\./],
    ['\u200B', 'dot', 'respelling', 'word', /^The word has no letter or digit\./],
    ['=SUM(A1)', 'sum', 'respelling', 'word', /^This is a formula and no word\. Enter a word\.$/],
    ['\uFF1DA1', 'sum', 'respelling', 'word', /^This is a formula and no word\./],
    ['@SUM(1+1)', 'sum', 'respelling', 'word', /^This is a formula and no word\./],
  ] as const)('%j as %j (%s) is refused', (word, says, as, on, problem) =>
    expect(checkedPronunciation({ word, says, as })).toEqual({ on, problem: expect.stringMatching(problem) }),
  )

  test.each(['@katie', '#MeToo', '-ish', 'MAN (50s)', 'AT&T', 'C++'])('%j is a word', (word) =>
    expect(checkedPronunciation({ word, says: 'uh', as: 'respelling' })).toHaveProperty('checked.word', word),
  )
})
