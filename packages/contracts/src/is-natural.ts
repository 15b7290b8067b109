import type { Voice } from './voice.ts'

/** The category of the natural voices, as people see and filter it. */
export const NATURAL_CATEGORY = 'Natural'

/** Whether a voice is one of the natural ones, which need no key and no account. */
export const isNatural = ({ category }: Pick<Voice, 'category'>): boolean => category === NATURAL_CATEGORY
