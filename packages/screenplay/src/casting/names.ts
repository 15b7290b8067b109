import lists from '../../data/names.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'

export const FEMALE_WORDS = wordSet(lists.femaleWords)
export const MALE_WORDS = wordSet(lists.maleWords)

export const FEMALE_NAMES = wordSet(lists.femaleNames)
export const MALE_NAMES = wordSet(lists.maleNames)

/** Names given to both: they count only when nothing else tells the gender. */
export const MOSTLY_FEMALE_NAMES = wordSet(lists.mostlyFemaleNames)
export const MOSTLY_MALE_NAMES = wordSet(lists.mostlyMaleNames)
