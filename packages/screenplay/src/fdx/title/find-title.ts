import { TITLE_LIMIT } from '@andscene/contracts/limits'
import { plainTitle } from '@andscene/contracts/text/isolated'
import { PATTERNS } from '../line-patterns.ts'
import { creditBelow, joinedTitle } from './join.ts'
import { isMaybeNotice, isNumberTitle, judged, type Judged } from './judge.ts'
import { quotedWords } from './quotes.ts'
import { titleLines, type TitleLine } from './title-lines.ts'
import { titleOfFile } from './title-of-file.ts'
import type { XmlNode } from '../xml-tree.ts'

/** `why` is a short readable clause. Without a title it explains why the page has no clear one. */
type FoundTitle = { title?: string | undefined; why: string }

const shown = (text: string) => `"${text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text}"`

const only = (lines: readonly Judged[], isKept: (line: Judged) => boolean): Judged[] =>
  lines
    .map((line, at) => {
      const above = lines[at - 1]
      return above && !isKept(above) ? { ...line, gap: line.gap + 1 } : line
    })
    .filter(isKept)

const isTitleIn = (below: readonly Judged[]) =>
  below.some(({ kind, text }) => kind === 'words' && quotedWords(text) === undefined)

const isPresenting = (lines: readonly Judged[], at: number): boolean => {
  const rest = lines.slice(at + 1)
  const credit = rest.findIndex(({ kind }) => kind === 'credit')
  return PATTERNS.presenting.test(rest[0]?.text ?? '')
    ? isTitleIn(rest.slice(1))
    : PATTERNS.company.test(lines[at]?.text ?? '') && isTitleIn(rest.slice(0, Math.max(0, credit)))
}

type Found = { at: number; skipped: readonly Judged[] }
type Start = Found | { why: string }

const firstWords = (lines: readonly Judged[]): Start => {
  const skipped: Judged[] = []
  // Fallback if there is nothing else: an episode number, a kind of play, or a single notice.
  const start = (): Start | undefined => {
    const label =
      skipped.find(({ kind, presents }) => kind === 'label' && !presents) ??
      skipped.find(({ kind, credit }) => kind === 'label' && !credit) ??
      (skipped.length === 1 && creditBelow(lines, 0)
        ? skipped.find(({ text }) => isMaybeNotice(text))
        : undefined)
    return label && { at: lines.indexOf(label), skipped: skipped.slice(0, skipped.indexOf(label)) }
  }
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'placeholder')
      return { why: `the title page says ${shown(line.text)}, a template's placeholder` }
    // A title that starts with "By": By the Sea, by A. Writer.
    const isNoName =
      /^by (?:the|an?|my|your|his|her|our|this|that|any|all)\b/iu.test(line.text) ||
      (/^by \p{L}/iu.test(line.text) && lines[at + 1]?.credit === 'writing')
    if (line.kind === 'credit' && isNoName) return { at, skipped }
    if (line.kind === 'credit')
      return start() ?? { why: `the title page has no words above ${shown(line.text)} that could be a title` }
    if (line.kind === 'words') {
      const isNumber = isNumberTitle(line.text) && !line.text.endsWith(':') && !creditBelow(lines, at)
      if (!isNumber && !isPresenting(lines, at)) return { at, skipped }
      skipped.push(
        isNumber ? { ...line, what: 'a number' } : { ...line, presents: true, what: 'who presents it' },
      )
    } else skipped.push(line)
  }
  return start() ?? { why: 'the title page has no words that are clearly a title' }
}

const isWords = (line: Judged | undefined) => line?.kind === 'words' || line?.kind === 'placeholder'

/** If nothing is centered: the words directly above the first credit, but not those of an address above them. */
const wordsAboveCredit = (lines: readonly Judged[]): Start => {
  const credit = lines.findIndex((line) => line.kind === 'credit')
  let at = lines.slice(0, Math.max(0, credit)).findLastIndex(isWords)
  if (at === -1) return firstWords(lines)
  const toGroup = () => {
    while (at > 0 && lines[at]?.gap === 0 && (isWords(lines[at - 1]) || lines[at - 1]?.kind === 'label')) at--
  }
  toGroup()
  const text = lines[at]?.text ?? ''
  if (quotedWords(text) !== undefined && isWords(lines[at - 1])) {
    at--
    toGroup()
  }
  const start = firstWords(lines.slice(at))
  return 'at' in start ? { at: at + start.at, skipped: start.skipped } : start
}

const TITLE_WAYS = {
  named: 'the paragraph named Title on the title page',
  keyed: 'the words after "Title:" on the title page',
  centred: 'the first centred words of the title page',
  plain: 'the words above the first credit of the title page',
} as const

const aboveLists = (lines: readonly Judged[]): readonly Judged[] => {
  const list = lines.findIndex(
    (line, at) => PATTERNS.list.test(line.text) && lines[at + 1]?.kind !== 'credit',
  )
  return list === -1 ? lines : lines.slice(0, list)
}

/** Words that are not certainly a title require a credit below. */
const whyUnclear = (
  lines: readonly Judged[],
  { at, skipped }: Found,
  way: keyof typeof TITLE_WAYS,
  credit: Judged | undefined,
): string | undefined => {
  if (credit || way === 'named' || way === 'keyed') return undefined
  const text = lines[at]?.text ?? ''
  const isPresented = skipped.length > 1 && PATTERNS.presenting.test(skipped.at(-1)?.text ?? '')
  const above = isPresented ? undefined : skipped[0]
  if (above) return `no credit is below ${shown(text)}, and the title page begins with ${shown(above.text)}`
  return way === 'plain' || isNumberTitle(text)
    ? `no credit is below ${shown(text)} on the title page`
    : undefined
}

const findTitle = (page: readonly TitleLine[]): FoundTitle => {
  if (page.length === 0) return { why: 'there is no title page with words' }
  const all = aboveLists(judged(page))
  const series = all.findIndex((line) => line.key === 'series')
  const key = series === -1 ? all.findIndex((line) => line.key === 'title') : series
  const named = only(all, (line) => line.named)
  const centred = only(all, (line) => line.centred)
  const way =
    named.length > 0
      ? 'named'
      : key !== -1
        ? 'keyed'
        : centred.some(({ kind }) => kind !== 'notice')
          ? 'centred'
          : 'plain'
  const lines = { named, keyed: all.slice(Math.max(0, key)), centred, plain: all }[way]
  const start = way === 'plain' ? wordsAboveCredit(lines) : firstWords(lines)
  if (!('at' in start)) return start
  const joined = joinedTitle(lines, start.at)
  const reason = whyUnclear(lines, start, way, joined.credit)
  // Without writers below, the first line may be a title although it looks like a label: "Pilot", and a name.
  const label = lines[0]
  if (reason !== undefined && way === 'centred' && label?.kind === 'label' && !label.credit)
    return { title: joinedTitle(lines.slice(0, 1), 0).title, why: TITLE_WAYS[way] }
  if (reason !== undefined) return { why: reason }
  const { title, pieces, episode, credit } = joined
  return {
    title,
    why: [
      `${TITLE_WAYS[way]}${pieces > 1 ? `, ${pieces} lines joined` : ''}`,
      ...(episode ? ['the name of the episode is below'] : []),
      ...(start.skipped[0] ? [`${shown(start.skipped[0].text)} above is ${start.skipped[0].what}`] : []),
      ...(credit ? [`${shown(credit.text)} is below`] : []),
    ].join('; '),
  }
}

/** The title from the title page if clear, else from the file name; 1 to TITLE_LIMIT characters (product §3). */
export const readTitle = (root: readonly XmlNode[], fileName: string): { title: string; why: string } => {
  const onPage = findTitle(titleLines(root))
  const shownTitle = plainTitle(onPage.title ?? '')
  const ofFile = shownTitle ? '' : plainTitle(titleOfFile(fileName))
  return {
    title: (shownTitle || ofFile || 'Untitled').slice(0, TITLE_LIMIT).toWellFormed().trim(),
    why: onPage.title
      ? onPage.why
      : ofFile
        ? `the file's name, because ${onPage.why}`
        : `neither the title page nor the file's name has one (${onPage.why})`,
  }
}
