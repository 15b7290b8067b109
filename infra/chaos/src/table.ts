import type { Row } from './fault.ts'

const HEAD = [
  'fault',
  'requests',
  'failed',
  'refused',
  'clips',
  'stored',
  'missing',
  'twice',
  'seconds',
  'verdict',
  'seen',
]
/** Of columns with figures. */
const RIGHT = new Set(HEAD.slice(1, 9))

/** All rows as a Markdown table that is read on a terminal as well. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_name, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => (RIGHT.has(HEAD[n]!) ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!))).join(' | ')} |`
  const rule = widths.map((width, n) =>
    RIGHT.has(HEAD[n]!) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [line(HEAD), line(rule), ...cells.slice(1).map(line)].join('\n')
}

function cellsOf({ name, requests, clips, seconds, verdict, said = '', bad = [] }: Row): string[] {
  const figures = [
    requests?.made,
    requests?.failed,
    requests?.refused,
    clips?.expected,
    clips?.stored,
    clips?.missing,
    clips?.twice,
  ]
  return [
    name,
    ...figures.map((figure) => (figure === undefined ? '–' : String(figure))),
    seconds.toFixed(0),
    verdict,
    // A bar would end the cell.
    [...bad, said].filter(Boolean).join('; ').replaceAll('|', '\\|').replaceAll(/\s+/g, ' '),
  ]
}

/** Exit code of a run: a fault that could not be tried is said, and fails nothing. */
export const exitCodeOf = (rows: readonly Row[]): number =>
  rows.length > 0 && rows.every(({ verdict }) => verdict !== 'BAD') ? 0 : 1
