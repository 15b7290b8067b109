import { differences } from '@andscene/service-kit/data/compare-documents'
import path from 'node:path'

/** Where the databases of two folders say something else, beside numbers that each store gives itself. */
export const differencesOf = (one: string, other: string): string[] =>
  ['scripts', 'tts', 'subscriptions'].flatMap((name) =>
    differences(path.join(one, `${name}.sqlite`), path.join(other, `${name}.sqlite`), {
      share_events: ['id'],
    }),
  )
