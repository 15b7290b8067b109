import { oneLine } from '../../normalise-text.ts'
import { PATTERNS } from '../line-patterns.ts'
import { attribute, textOf, type XmlNode } from '../xml-tree.ts'

export type TitleLine = {
  text: string
  /** Number of blank lines and rules between it and the text above. */
  gap: number
  centred: boolean
  /** Whether its paragraph has the type Title. */
  named: boolean
  /** Size and style of its first words; all lines of a title look alike. */
  look: string
  /** Whether it follows "Title:" or "Series:". */
  key?: 'title' | 'series' | undefined
}

/** Anything beyond is ignored: a title page is short, and a crafted file could be slow. */
const PARAGRAPHS = 200
const LINES = 60
const PARAGRAPH_LENGTH = 2_000
/** Longer lines are cut; they are not titles. */
const LINE_LENGTH = 300

const LINE_BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/
const WORDS = /[\p{L}\p{N}]/u
const { titleKey, seriesKey } = PATTERNS

/** Removes Fountain's emphasis marks (_x_, *x*, ~x~) but keeps M*A*S*H. */
const withoutEmphasis = (text: string): string =>
  /[_*~]/.test(text)
    ? text
        .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}_])/gu, '')
        .replace(/(?<![\p{L}\p{N}*])(\*{1,3})([^*]+)\1(?![\p{L}\p{N}*])/gu, '$2')
        .replace(/^\s*(?:\*{2,3}|~+)|(?:\*{2,3}|~+)\s*$/g, '')
        .trim()
    : text

const isNewPage = (paragraph: XmlNode) => attribute(paragraph, 'StartsNewPage')?.toLowerCase() === 'yes'

const titleParagraphs = (root: readonly XmlNode[]): XmlNode[] =>
  root
    // Some tools put the title page inside the script.
    .flatMap(
      (section) =>
        section['TitlePage'] ?? section['Content']?.find((child) => child['TitlePage'])?.['TitlePage'] ?? [],
    )
    .flatMap((child) => child['Content'] ?? [])
    .filter((child) => child['Paragraph'])
    .slice(0, PARAGRAPHS)

const rawText = (paragraph: XmlNode): { text: string; look: string } => {
  let text = ''
  let look: string | undefined
  for (const child of paragraph['Paragraph'] ?? []) {
    if (!child['Text']) continue
    const run = textOf(child['Text']).slice(0, PARAGRAPH_LENGTH)
    const style = attribute(child, 'Style') ?? ''
    if (/Strikeout|HiddenText/i.test(style)) continue
    if (WORDS.test(run)) look ??= `${attribute(child, 'Size') ?? ''} ${style.replace(/\+?AllCaps/, '')}`
    text += style.includes('AllCaps') ? run.toUpperCase() : run
    if (text.length > PARAGRAPH_LENGTH) break
  }
  return { text, look: look ?? '' }
}

/** The lines of the first title page, including line breaks within paragraphs. */
export const titleLines = (root: readonly XmlNode[]): TitleLine[] => {
  const lines: TitleLine[] = []
  let gap = 0
  let pendingKey: TitleLine['key']
  for (const paragraph of titleParagraphs(root)) {
    if (lines.length >= LINES || (lines.length > 0 && isNewPage(paragraph))) break
    const { text: raw, look } = rawText(paragraph)
    const centred = attribute(paragraph, 'Alignment')?.toLowerCase() === 'center'
    const named = oneLine(attribute(paragraph, 'Type') ?? '').toLowerCase() === 'title'
    for (const part of raw.split(LINE_BREAK)) {
      const written = withoutEmphasis(oneLine(part.slice(0, LINE_LENGTH)))
      if (!WORDS.test(written)) {
        const above = gap === 0 && /^[&+]$/.test(written) && lines.at(-1)
        if (above) above.text += ` ${written}`
        else gap++
        continue
      }
      const key = titleKey.test(written) ? 'title' : seriesKey.test(written) ? 'series' : undefined
      // "Working title" below the title is a second title.
      const isSecond = key !== undefined && lines.length > 0 && /^working/i.test(written)
      const text = key
        ? withoutEmphasis(written.replace(key === 'title' ? titleKey : seriesKey, ''))
        : written
      if (key && !isSecond && !WORDS.test(text)) {
        pendingKey = key
        continue
      }
      lines.push({
        text: isSecond ? written : text,
        gap,
        centred,
        named,
        look,
        key: isSecond ? undefined : (key ?? pendingKey),
      })
      gap = 0
      pendingKey = undefined
    }
  }
  return lines
}
