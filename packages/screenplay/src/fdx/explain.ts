import { isHeading } from '../line-types.ts'
import { cueName } from '../cue-name.ts'
import { makeLines, type ParsedLine } from './lines.ts'
import { judgeFdx } from './parse-fdx.ts'
import type { Row } from './rows.ts'
import { revisionSets } from './runs/revision-sets.ts'
import { LABEL } from './scenes.ts'
import { draftLineOf, draftNameIn } from './title/draft-name.ts'
import { readTitle } from './title/find-title.ts'
import type { XmlNode } from './xml-tree.ts'

const QUOTED = 60

const quoted = (text: string): string => {
  const words = text.replace(/\s+/g, ' ').trim()
  return `"${
    words.length > QUOTED
      ? `${words
          .slice(0, QUOTED - 1)
          .toWellFormed()
          .trimEnd()}…`
      : words
  }"`
}
const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`

const byStyle = ({ kind, type }: Row): string =>
  kind.style === type.toLowerCase()
    ? `of the type ${type}`
    : `of the type "${kind.name}", which is read as ${type}`

type Part = {
  name: string
  first: number
  cues: number
  speeches: number
  spellings: Set<string>
  judged: Map<string, { count: number; first: number }>
}

const partOf = (parts: Map<string, Part>, name: string, line: number): Part => {
  let part = parts.get(name)
  if (!part) {
    part = { name, first: line, cues: 0, speeches: 0, spellings: new Set(), judged: new Map() }
    parts.set(name, part)
  }
  return part
}

const characterText = ({ name, first, cues, speeches, spellings, judged }: Part): string => {
  const others = [...spellings].filter((spelling) => spelling !== name)
  const parts = [
    `${count(cues, 'cue')} and ${count(speeches, 'speech').replace('speechs', 'speeches')} from line ${first}`,
    ...(others.length > 0 ? [`also written ${others.map((other) => quoted(other)).join(', ')}`] : []),
    ...[...judged].map(([why, lines]) => `${count(lines.count, 'line')} from line ${lines.first}: ${why}`),
  ]
  return `character ${name}: ${parts.join('; ')}`
}

const draftTexts = (root: readonly XmlNode[], fileName: string): string[] => {
  const draftLine = draftLineOf(root)
  const name = draftNameIn({ draftLine }, fileName)
  if (name === undefined) return []
  return [
    `draft ${quoted(name)}: ${draftLine === undefined ? "the file's name" : 'a line of the title page'}`,
  ]
}

const revisionTexts = (root: readonly XmlNode[], lines: readonly ParsedLine[]): string[] =>
  revisionSets(root, lines).map(({ id, name, mark }) => {
    const isMarked = ({ revisions }: ParsedLine) => revisions?.some(({ set }) => set === id) === true
    const first = lines.findIndex(isMarked) + 1
    return `revision set ${id} ${quoted(name)}: marks ${count(lines.filter(isMarked).length, 'line')} with ${quoted(mark)} from line ${first}`
  })

/**
 * Explains how title, acts, scenes and characters were recognized or rejected, and which revisions are marked, one line
 * each. Throws FdxError.
 */
export const explainFdx = (bytes: Uint8Array, fileName: string): string[] => {
  const { root, rows } = judgeFdx(bytes)
  const { title, why } = readTitle(root, fileName)
  const acts: string[] = []
  const scenes: string[] = []
  const others: string[] = []
  const parts = new Map<string, Part>()

  const made = makeLines(rows, (row, index, counter, scene) => {
    const at = `line ${index + 1} ${quoted(row.text)}`
    const reason = row.why ?? byStyle(row)
    if (row.act !== undefined)
      acts.push(
        counter.isBegun
          ? `act ${counter.act}: ${at}: ${reason}; ${counter.why}`
          : `no act: ${at}: ${counter.why}`,
      )
    if (scene) scenes.push(`scene ${scene.number ?? '–'}: ${at}: ${reason}; ${scene.why}`)
    if (row.character !== undefined) {
      const part = partOf(parts, row.character, index + 1)
      if (row.type === 'Character') {
        part.cues++
        part.spellings.add(cueName(row.text) ?? row.character)
      } else if (row.type === 'Dialogue') part.speeches++
      if (row.why !== undefined) {
        const lines = part.judged.get(row.why) ?? { count: 0, first: index + 1 }
        part.judged.set(row.why, { ...lines, count: lines.count + 1 })
      }
    } else if (row.why !== undefined && row.act === undefined && !isHeading(row))
      others.push(
        `${row.why === LABEL ? 'no scene' : `no ${row.kind.type} but ${row.type}`}: ${at}: ${row.why}`,
      )
  })
  if (acts.length === 0) acts.push('act 1: line 1: the whole script, because no line names an act')
  else if (!acts.some((line) => line.startsWith('act 1:')))
    acts.unshift('act 1: line 1: the lines before the first named act')
  return [
    `title "${title}": ${why}`,
    ...draftTexts(root, fileName),
    ...acts,
    ...scenes,
    ...[...parts.values()].map(characterText),
    ...revisionTexts(root, made),
    ...others,
  ]
}
