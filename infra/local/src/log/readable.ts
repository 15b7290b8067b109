import { styleText } from 'node:util'

/** Control characters except the tab, separators and bidirectional marks: a name with these could forge a log line. */
const COMMANDS = /(?!\t)[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu

/** Returns `text` with each such character escaped, e.g. `\u001b`. */
export const printable = (text: string): string =>
  text.replace(COMMANDS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

type Colour = Parameters<typeof styleText>[0]

const LEVELS: Record<number, [name: string, colour: Colour]> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'magenta'],
}
/** Fields that repeat the prefix, or that only machines use. */
const QUIET_FIELDS = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'v'])

/** Formats a structured log line (pino's JSON) for reading; returns any other line with control characters escaped. */
export function readable(line: string, colour: boolean): string {
  const entry = parse(line)
  if (!entry) return printable(line)
  const [name, style] = LEVELS[entry.level] ?? [String(entry.level), 'green']
  const paint = (how: Colour, text: string) =>
    colour ? styleText(how, text, { validateStream: false }) : text
  const { err, ...rest } = entry.fields
  const fields = Object.entries(rest)
    .filter(([key, value]) => !QUIET_FIELDS.has(key) && value !== undefined)
    .map(([key, value]) =>
      paint('gray', printable(`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)),
    )
  const message = entry.message.split('\n').map(printable).join('\n')
  const head = [paint(style, name.padEnd(5)), message, ...fields].filter(Boolean).join(' ')
  return [head, ...trace(err)].join('\n')
}

function parse(line: string) {
  if (!line.startsWith('{')) return undefined
  try {
    const fields = JSON.parse(line) as Record<string, unknown>
    if (typeof fields['level'] !== 'number') return undefined
    return { fields, level: fields['level'], message: typeof fields['msg'] === 'string' ? fields['msg'] : '' }
  } catch {
    return undefined
  }
}

function trace(err: unknown): string[] {
  if (typeof err !== 'object' || err === null) return []
  const { stack, message } = err as { stack?: unknown; message?: unknown }
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : JSON.stringify(err)
  return text.split('\n').map((line) => `  ${printable(line)}`)
}
