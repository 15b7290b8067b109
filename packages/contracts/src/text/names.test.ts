import { describe, expect, test } from 'vitest'
import { nameSkeleton, plainName } from './names.ts'

describe('product §11: names', () => {
  test.each([
    ['  Ada \t Lovelace\n', 'Ada Lovelace'],
    ['Ada\u200B\u200D\uFEFF\u2060', 'Ada'],
    ['\u202EadA\u202C \u2066x\u2069\u200F', 'adA x'],
    ['A\u0000d\u001B\u007F\u0085a', 'Ada'],
    ['A\u00ADd\u034Fa\u3164\uFFA0\u2800\uFE0F', 'Ada'],
    ['Ada\uD800', 'Ada'],
    ['\u{E0041}\u{E0042}Ada', 'Ada'],
    ['Zoe\u0308 雨 رحل 🎭', 'Zoë 雨 رحل 🎭'],
    ['\u200B \u3164', ''],
  ])('%j is kept as %j', (name, kept) => {
    expect(plainName(name)).toBe(kept)
  })

  test.each([
    ['a different case', 'ADA LOVELACE'],
    ['zero-width characters', 'A\u200Bda Love\u2060lace'],
    ['Cyrillic letters', 'Аdа Lоvеlасе'],
    ['Greek letters', 'Αdα Lονεlαcε'],
    ['full width', 'Ａｄａ　Ｌｏｖｅｌａｃｅ'],
    ['mathematical letters', '𝐀𝐝𝐚 𝓛𝓸𝓿𝓮𝓵𝓪𝓬𝓮'],
    ['small capitals', 'ᴀᴅᴀ ʟᴏᴠᴇʟᴀᴄᴇ'],
    ['Lisu letters', 'ꓮꓓꓮ ꓡꓳꓦꓰꓡꓮꓚꓰ'],
    ['accents', 'Ádà Lóvelacé'],
    ['other spaces and signs', 'Ada.  Lovelace_'],
    ['digits and capitals', 'Ada L0veIace'],
  ])('look alike: %s', (_how, name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton('Ada Lovelace'))
  })

  test.each([
    ['Ada', 'Adam'],
    ['Ben', 'Bea'],
    ['🎭', '🎬'],
    ['雨', '雪'],
    ['Вера', 'Вёрдa'],
  ])('%j and %j do not', (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
  })

  test.each(['Рaul', 'Pаul', 'Ρaul'])('%j looks like Paul', (name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton('Paul'))
  })
})
