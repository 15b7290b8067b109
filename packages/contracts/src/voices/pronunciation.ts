import { Type, type Static } from '../schema/schema.ts'
import { Success } from '../schema/envelope.ts'
import { CHARACTER_NAME_LIMIT, PRONUNCIATIONS_LIMIT, PRONUNCIATION_LIMIT } from '../limits.ts'

/** `respelling`: as it sounds, "shi-VAWN". `ipa`: the International Phonetic Alphabet, "ʃɪˈvɔːn". */
const PRONUNCIATION_KINDS = ['respelling', 'ipa'] as const
export type PronunciationKind = (typeof PRONUNCIATION_KINDS)[number]

const Word = Type.String({
  title: 'The word',
  minLength: 1,
  maxLength: PRONUNCIATION_LIMIT.word,
})
const Character = Type.Optional(
  Type.String({ title: 'The name of a character', minLength: 1, maxLength: CHARACTER_NAME_LIMIT }),
)
const Says = Type.String({
  title: 'The pronunciation',
  minLength: 1,
  maxLength: PRONUNCIATION_LIMIT.says,
})
const As = Type.Enum([...PRONUNCIATION_KINDS], { title: 'The kind of the pronunciation' })

/** How a word, or several, is spoken (product §5). There is one per word, in any case, and character. */
export const Pronunciation = Type.Object(
  {
    word: Word,
    says: Says,
    as: As,
    /** Only in the lines of this character; it wins over the one of the script. */
    character: Character,
  },
  { title: 'The pronunciation of a word' },
)
export type Pronunciation = Static<typeof Pronunciation>

export const Said = Type.Object({ says: Says, as: As })
export type Said = Static<typeof Said>
const SaidOrNone = (title: string) => Type.Union([Said, Type.Null()], { title })

/** A new pronunciation of a word, and the one that the user saw; null for none. */
export const PronunciationChange = Type.Object({
  word: Word,
  character: Character,
  said: SaidOrNone('The new pronunciation'),
  /** CONFLICT if the present one is neither this nor the new one. */
  seen: SaidOrNone('The pronunciation that was seen'),
})
export type PronunciationChange = Static<typeof PronunciationChange>

/** A part of a spoken text with a pronunciation by a user, in UTF-16 code units; a provider uses what it can. */
export const Sound = Type.Object({
  at: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 1 }),
  /** Normalized; absent if the respelling does not follow the key. */
  ipa: Type.Optional(Type.String()),
  /** To be spoken instead of the part by voices that take no IPA; absent if the user gave IPA. */
  spelled: Type.Optional(Type.String()),
})
export type Sound = Static<typeof Sound>

export const UnknownWordsBody = Type.Object({
  words: Type.Array(Type.String({ title: 'A word', maxLength: PRONUNCIATION_LIMIT.word }), {
    title: 'The list of words',
    maxItems: PRONUNCIATIONS_LIMIT,
  }),
})
export const UnknownWordsResponse = Success(Type.Object({ unknown: Type.Array(Type.String()) }))
