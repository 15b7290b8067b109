import data from '../../data/line-patterns.json' with { type: 'json' }

const PARTS: Readonly<Record<string, string | readonly string[]>> = data.parts
const filled = (pattern: string): string =>
  pattern.replace(/\{([A-Z_]{2,})\}/g, (_, name: string) => {
    const part = PARTS[name]!
    return filled(typeof part === 'string' ? part : `(?:${part.join('|')})`)
  })

/** Case-insensitive patterns of lines by name, each with its alternatives, which can share {PARTS}. */
export const PATTERNS = Object.fromEntries(
  Object.entries(data.lines).map(([name, alternatives]) => [
    name,
    new RegExp(alternatives.map(filled).join('|'), 'iu'),
  ]),
) as Readonly<Record<keyof typeof data.lines, RegExp>>
