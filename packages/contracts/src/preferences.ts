import { Type, type Static } from 'typebox'
import { Success } from './envelope.ts'

/** What is read aloud (product §4): line types that are skipped; "other" stands for every type without rules of its own. */
export const Preferences = Type.Object({
  skippedLineTypes: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, default: [] }),
})
export type Preferences = Static<typeof Preferences>
export const PreferencesResponse = Success(Type.Object({ preferences: Preferences }))
export type PreferencesResponse = Static<typeof PreferencesResponse>
