import { Type, type Static } from 'typebox'
import { Success } from './envelope.ts'

/** What is read aloud (product §4): line types that are skipped; "other" stands for every type without rules of its own. */
export const Preferences = Type.Object({
  skippedLineTypes: Type.Array(Type.String({ title: 'A skipped line type', maxLength: 40 }), {
    title: 'The list of skipped line types',
    maxItems: 20,
  }),
})
export type Preferences = Static<typeof Preferences>
export const PreferencesResponse = Success(Type.Object({ preferences: Preferences }))
export type PreferencesResponse = Static<typeof PreferencesResponse>
