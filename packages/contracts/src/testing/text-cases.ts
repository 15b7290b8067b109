import texts from './text-cases.json' with { type: 'json' }

/** Rows of a table of texts: input and expected result. */
export const cases = (name: keyof typeof texts) => texts[name] as [string, string][]
