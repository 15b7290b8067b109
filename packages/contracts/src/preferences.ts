import { Type, type Static } from './schema/schema.ts'
import { Success } from './schema/envelope.ts'
import { RATES } from './voices/rates.ts'

const skippedLineTypes = Type.Array(Type.String({ title: 'A skipped line type', maxLength: 40 }), {
  title: 'The list of skipped line types',
  maxItems: 20,
})
const rate = Type.Enum([...RATES], { title: 'The speed' })

/** On every device (product §4). "other" stands for every line type without rules of its own. */
export const Preferences = Type.Object({ skippedLineTypes, rate: Type.Optional(rate) })
export type Preferences = Static<typeof Preferences>

/** A change of some of them: what is absent stays as it is, so that a page of an older release takes nothing away. */
export const PreferencesChange = Type.Partial(Type.Object({ skippedLineTypes, rate }))
export type PreferencesChange = Static<typeof PreferencesChange>

export const PreferencesResponse = Success(Type.Object({ preferences: Preferences }))
export type PreferencesResponse = Static<typeof PreferencesResponse>
