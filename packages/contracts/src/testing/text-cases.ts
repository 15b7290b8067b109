import texts from './text-cases.json' with { type: 'json' }

/** Rows of a table of texts: what is done to the first, and what comes of it. */
export const cases = (name: keyof typeof texts) => texts[name] as [string, string][]
