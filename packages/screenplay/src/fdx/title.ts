import { TITLE_LIMIT } from '@andscene/contracts/limits'
import { oneLine } from '../normalise-text.ts'
import { attribute, textOf, type XmlNode } from './xml-tree.ts'

type TitleLine = { text: string; centered: boolean; named: boolean }

/** What stands between a title and its authors, in the languages scripts mostly come in. */
const CREDIT =
  /^(?:[\p{L} ]{0,30}\b)?(?:written|created|adapted|devised|developed|directed|screenplay|teleplay|story|script|play|film)(?: \p{L}+){0,3} by\b|^based (?:up)?on\b|^(?:by|par|de|por|von|di|door|av|af)$|^(?:écrit|scénario|escrito|guion|roteiro|geschrieben|drehbuch|scritto|sceneggiatura|geschreven|un film|ein film) (?:par|de|por|von|da|di|door)\b/iu
/** What Final Draft's own templates put there for the writer to replace. */
const PLACEHOLDER =
  /^(?:untitled|(?:script|screenplay|play|project|episode|show|series) ?(?:title|name)|title(?: of .*)?|name of .*|your title.*|\[.*\]|<.*>|(?:first|second|third|final|revised|shooting) draft|draft.*)$/i
const NOT_A_TITLE = /©|\(c\)|copyright|@|https?:|www\.|^\W*\d[\d\W]*$/i

const titleLine = (paragraph: XmlNode): TitleLine => {
  let text = ''
  for (const child of paragraph['Paragraph'] ?? []) {
    if (!child['Text']) continue
    const run = textOf(child['Text'])
    text += /AllCaps/.test(attribute(child, 'Style') ?? '') ? run.toUpperCase() : run
    if (text.length > TITLE_LIMIT * 2) break
  }
  return {
    text: oneLine(text),
    centered: attribute(paragraph, 'Alignment')?.toLowerCase() === 'center',
    named: oneLine(attribute(paragraph, 'Type') ?? '').toLowerCase() === 'title',
  }
}

const titlePage = (root: readonly XmlNode[]): TitleLine[] =>
  root
    // Some tools put the title page inside of the script.
    .flatMap(
      (section) =>
        section['TitlePage'] ?? section['Content']?.find((child) => child['TitlePage'])?.['TitlePage'] ?? [],
    )
    .flatMap((child) => child['Content'] ?? [])
    .filter((child) => child['Paragraph'])
    .slice(0, 200)
    .map(titleLine)

const isCredit = (line: TitleLine) => CREDIT.test(line.text) || /^by\b/i.test(line.text)
const isWords = (line: TitleLine) => /[\p{L}\p{N}]/u.test(line.text)

/** Strips the quotation marks of a title in quotes. */
const unquoted = (title: string) => title.replace(/^["“”«„'‘]\s*(.*?)\s*["“”»'’]$/u, '$1')

/**
 * The title on the title page, where it is clear: the paragraph named Title, else the first centred words, unless they
 * are a credit, a template's placeholder, a date or an address. Words that go on in the next paragraph, above a credit, belong to it.
 */
const titleOnPage = (root: readonly XmlNode[]): string | undefined => {
  const page = titlePage(root)
  const named = page.find((line) => line.named && isWords(line))
  const anyCentered = page.some((line) => line.centered && isWords(line))
  const at = named
    ? page.indexOf(named)
    : page.findIndex((line) => isWords(line) && (line.centered || !anyCentered))
  const first = page[at]
  if (!first || first.text.length > TITLE_LIMIT / 2) return undefined
  if (CREDIT.test(first.text) || PLACEHOLDER.test(unquoted(first.text)) || NOT_A_TITLE.test(first.text))
    return undefined
  // Without centring, only a credit below shows that the first words are the title.
  const below = page.slice(at + 1).find(isWords)
  if (!named && !first.centered && !(below && isCredit(below))) return undefined
  let title = first.text
  const next = page[at + 1]
  if (!named && next && isWords(next) && next.centered && !isCredit(next)) {
    const after = page.slice(at + 2).find(isWords)
    const goesOn = /[,:–—-]$|\b(?:and|of|the|a|an|in|on|to|for|with|who|that)$/i.test(title)
    if (after && isCredit(after) && goesOn) title = `${title} ${next.text}`
  }
  return unquoted(title)
}

/** The file's name without folder and extension. */
const titleOfFile = (fileName: string): string => {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  return oneLine(base.replace(/\.fdx$/i, ''))
}

/** Never empty, at most TITLE_LIMIT characters. */
export const readTitle = (root: readonly XmlNode[], fileName: string): string => {
  const title = titleOnPage(root) || titleOfFile(fileName) || 'Untitled'
  return title.slice(0, TITLE_LIMIT).toWellFormed().trim()
}
