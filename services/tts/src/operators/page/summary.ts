import type { Overview } from '../overview.ts'
import { concernsOf } from './concerns.ts'
import { element, show } from './tables.ts'
import { many } from './words.ts'

/** All is well, or what is not. */
export function showSummary(overview: Overview): void {
  const concerns = concernsOf(overview)
  const { length } = overview.parts
  const well = length === 1 ? 'The part that is looked at is up.' : `All ${many(length, 'part')} are up.`
  show(
    'summary',
    concerns.length > 0
      ? element('ul', { class: 'concerns' }, ...concerns.map((text) => element('li', {}, text)))
      : element('p', { class: 'well' }, well),
  )
}
