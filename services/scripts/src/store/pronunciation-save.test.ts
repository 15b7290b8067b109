import { expect, test } from 'vitest'
import { applyPronunciations } from './pronunciation-save.ts'

const respelling = { says: 'mara', as: 'respelling' } as const
const ipa = { says: 'mara', as: 'ipa' } as const
const present = { pronunciations: [{ word: 'Mara', ...respelling }], castingVersion: 4e15 }

test('product §5: the same letters as IPA are another pronunciation', () => {
  const change = { word: 'Mara', said: ipa, seen: respelling }
  expect(applyPronunciations(present, [change])).toMatchObject({
    outcome: 'changed',
    pronunciations: [{ word: 'Mara', ...ipa }],
  })
  expect(applyPronunciations(present, [{ ...change, said: null, seen: ipa }]).outcome).toBe('conflict')
})

test('the version increases although the clock of another process is ahead', () => {
  const { castingVersion } = applyPronunciations(present, [{ word: 'Mara', said: null, seen: respelling }])
  expect(castingVersion).toBe(present.castingVersion + 1)
})
