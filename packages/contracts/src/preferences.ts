import { Type, type Static } from './schema/schema.ts'
import { Success } from './schema/envelope.ts'
import { RATES } from './voices/rates.ts'

const skippedLineTypes = Type.Array(Type.String({ title: 'A skipped line type', maxLength: 40 }), {
  title: 'The list of skipped line types',
  maxItems: 20,
})
const rate = Type.Enum([...RATES], { title: 'The speed' })
/** Whether the reader emphasizes the spoken word; true by default. */
const highlightWords = Type.Boolean({ title: 'The choice to highlight words' })

/** Shared by all devices of a user (product §4). "other" is every line type without special rules. */
export const Preferences = Type.Object({
  skippedLineTypes,
  rate: Type.Optional(rate),
  highlightWords: Type.Optional(highlightWords),
})
export type Preferences = Static<typeof Preferences>

/** A partial update: absent fields keep their value, so that a page of an older release deletes nothing. */
export const PreferencesChange = Type.Partial(Type.Object({ skippedLineTypes, rate, highlightWords }))
export type PreferencesChange = Static<typeof PreferencesChange>

export const PreferencesResponse = Success(Type.Object({ preferences: Preferences }))
export type PreferencesResponse = Static<typeof PreferencesResponse>
