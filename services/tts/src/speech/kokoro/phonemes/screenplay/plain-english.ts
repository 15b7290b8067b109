/** English as it is written in screenplays, as the words that are said. */
export const plainEnglish = (text: string, _isBritish: boolean): string => text.replace(/[‘’]/g, "'")
