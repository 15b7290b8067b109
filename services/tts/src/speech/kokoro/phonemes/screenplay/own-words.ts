/** Words that screenplays have and dictionaries have not. */
export const ownPhonemes = (_word: string, _isBritish: boolean): string | undefined => undefined
