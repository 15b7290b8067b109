import { createHash } from 'node:crypto'
import { attributeText, colourText, momentText, textRows } from './note-text.ts'
import type { FdxNote, FdxReply } from './note.ts'

/** `indent` is the indentation of the first level, `step` the additional one per level. */
export type Layout = { lineEnd: string; indent: string; step: string }

export const COMPACT: Layout = { lineEnd: '', indent: '', step: '' }
const USUAL_STEP = '  '

/** The line end and indentation before an element. */
export const rowStart = ({ lineEnd, indent, step }: Layout, level: number): string =>
  lineEnd + indent + step.repeat(level)

export const lineEndOf = (xml: string): string => /\r\n?|\n/.exec(xml)?.[0] ?? '\n'

/** The white space before a tag; undefined if the tag is not the first on its line. */
export const indentAt = (xml: string, tag: number): string | undefined => {
  let from = tag
  while (from > 0 && (xml[from - 1] === ' ' || xml[from - 1] === '\t')) from--
  return xml[from - 1] === '\n' || xml[from - 1] === '\r' ? xml.slice(from, tag) : undefined
}

/** The indentation per level, derived from an element and its parent. */
export const stepBetween = (parent: string | undefined, child: string | undefined): string =>
  parent !== undefined && child !== undefined && child.length > parent.length && child.startsWith(parent)
    ? child.slice(parent.length)
    : USUAL_STEP

/** Number of line ends in the white space after an index. */
export const lineEndsBehind = (xml: string, from: number): number => {
  let to = from
  while (to < xml.length && /\s/.test(xml[to]!)) to++
  return xml.slice(from, to).match(/\r\n?|\n/g)?.length ?? 0
}

/** How a version of Final Draft writes notes. */
type NoteStyle = {
  attributes: (note: FdxNote, said: FdxReply) => Record<string, string | undefined>
  paragraph: string
  run: string
}

const SPEC_END = 'RightIndent="1.39" SpaceBefore="0" Spacing="1" StartsNewPage="No"'
const SPEC = 'Alignment="Left" FirstIndent="0.00" Leading="Regular" LeftIndent="0.00"'

/** A UUID derived from its arguments, so that exporting the same notes gives the same file. */
const idOf = (...words: (string | number)[]): string => {
  const hex = createHash('sha256').update(words.join('\0')).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
}

/** Creation and modification time are equal; both are omitted if unknown. */
const moments = ({ createdAt }: FdxReply) => {
  const moment = momentText(createdAt)
  return { DateModified: moment, DateTime: moment }
}

/** The format of Final Draft 12 and later, at the root. Ids are numbered from `nextId`. */
export const rangedStyle = (
  nextId: number,
  rangeOf: (note: FdxNote) => readonly [number, number],
): NoteStyle => {
  let id = nextId
  return {
    attributes: (note, said) => ({
      Color: colourText(note.colour),
      ...moments(said),
      Id: String(id),
      Name: '',
      Range: rangeOf(note).join(','),
      RefId: idOf(id++, said.author, said.createdAt, said.text),
      Type: attributeText(note.category ?? ''),
      WriterID: idOf(said.author),
      WriterName: attributeText(said.author),
    }),
    paragraph: `${SPEC} OutlineLevel="1" ${SPEC_END}`,
    run: 'AdornmentStyle="0" Font="Arial" RevisionID="0" Size="12" Style=""',
  }
}

/** The format of earlier versions, inside a paragraph. Also writes the author in the newer attribute. */
export const nestedStyle: NoteStyle = {
  attributes: (note, said) => ({
    Author: attributeText(said.author),
    Color: colourText(note.colour),
    ...moments(said),
    Name: '',
    Type: attributeText(note.category ?? ''),
    WriterName: attributeText(said.author),
  }),
  paragraph: `${SPEC} ${SPEC_END}`,
  run: 'AdornmentStyle="0" Background="#FFFFFFFFFFFF" Color="#000000000000" Font="Courier Final Draft" RevisionID="0" Size="12" Style=""',
}

const attributesText = (attributes: Record<string, string | undefined>) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`))
    .join('')

const scriptNote = (note: FdxNote, said: FdxReply, style: NoteStyle, layout: Layout): string => {
  const out = [rowStart(layout, 0), `<ScriptNote${attributesText(style.attributes(note, said))}>`]
  for (const row of textRows(said.text)) {
    out.push(rowStart(layout, 1), `<Paragraph ${style.paragraph}`)
    if (row === '') out.push('/>')
    else {
      out.push('>', rowStart(layout, 2), `<Text ${style.run}>${row}</Text>`)
      out.push(rowStart(layout, 1), '</Paragraph>')
    }
  }
  out.push(rowStart(layout, 0), '</ScriptNote>')
  return out.join('')
}

/** A note and its replies, each as a ScriptNote with the same range; replies begin with "Re: ". */
export const noteXml = (note: FdxNote, style: NoteStyle, layout: Layout): string =>
  [note, ...note.replies.map((reply) => ({ ...reply, text: `Re: ${reply.text}` }))]
    .map((said) => scriptNote(note, said, style, layout))
    .join('')
