import type { Voice } from './voice.ts'

export const NATURAL_CATEGORY = 'Natural'

export const isNatural = ({ category }: Pick<Voice, 'category'>): boolean => category === NATURAL_CATEGORY
