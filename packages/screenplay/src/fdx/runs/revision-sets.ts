import type { RevisionSet } from '@andscene/contracts/revision-marks'
import { plainTitle } from '@andscene/contracts/text/isolated'
import { oneLine } from '../../normalise-text.ts'
import type { ParsedLine } from '../lines.ts'
import { FDX_LIMITS } from '../markup.ts'
import { setOf } from './revision-marks.ts'
import { attribute, type XmlNode } from '../xml-tree.ts'

const NAME_LIMIT = 100
const MARK_LIMIT = 3
/** Final Draft writes four hexadecimal digits per channel, other programs two. */
const COLOR = /^#(?:(..)(..)(..)|(..)..(..)..(..)..)$/
const HEX = /^#[\da-f]*$/i
/** A date that was not filled in, as in Final Draft's "Blue Rev. (mm/dd/yy)". */
const NO_DATE = / ?\(mm\/dd\/yy\)/i
/** Channels that differ less than this are a gray, such as the black of ordinary text. */
const LEAST_HUE = 16

/** `#RRGGBB`; undefined for a gray or anything that is no color. */
const colorOf = (value: string | undefined): string | undefined => {
  if (value === undefined || !HEX.test(value)) return undefined
  const channels = COLOR.exec(value)
    ?.slice(1)
    .filter((channel) => channel !== undefined)
  if (!channels) return undefined
  const values = channels.map((channel) => Number.parseInt(channel, 16))
  if (Math.max(...values) - Math.min(...values) < LEAST_HUE) return undefined
  return `#${channels.join('').toUpperCase()}`
}

const short = (text: string | undefined, limit: number) =>
  plainTitle(oneLine(text ?? ''))
    .slice(0, limit)
    .toWellFormed()
    .trim()

const readSet = (node: XmlNode, id: number): RevisionSet => {
  // Version 13 writes the color of the pages only.
  const color = colorOf(attribute(node, 'Color')) ?? colorOf(attribute(node, 'PageColor'))
  return {
    id,
    name: short(attribute(node, 'Name')?.replace(NO_DATE, ''), NAME_LIMIT) || `Revision ${id}`,
    ...(color !== undefined && { color }),
    mark: short(attribute(node, 'Mark'), MARK_LIMIT) || '*',
  }
}

/** The sets that mark at least one of these lines, ascending by id; a set that the file does not declare has a number. */
export const revisionSets = (root: readonly XmlNode[], lines: readonly ParsedLine[]): RevisionSet[] => {
  const used = new Set(lines.flatMap(({ revisions = [] }) => revisions.map(({ set }) => set)))
  if (used.size === 0) return []
  const declared = new Map<number, XmlNode>()
  for (const section of root)
    for (const node of (section['Revisions'] ?? []).slice(0, FDX_LIMITS.revisionSets)) {
      const id = node['Revision'] && setOf(attribute(node, 'ID'))
      if (id !== undefined && !declared.has(id)) declared.set(id, node)
    }
  return [...used]
    .toSorted((one, other) => one - other)
    .slice(0, FDX_LIMITS.revisionSets)
    .map((id) => readSet(declared.get(id) ?? ({} as XmlNode), id))
}
