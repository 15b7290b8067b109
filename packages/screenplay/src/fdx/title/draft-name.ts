import { DRAFT_NAME_LIMIT } from '@andscene/contracts/limits'
import { plainTitle } from '@andscene/contracts/text/isolated'
import type { XmlNode } from '../xml-tree.ts'
import { isDate, isDraft, tokensOf } from './draft-line.ts'
import { titleLines } from './title-lines.ts'
import { titleOfFile } from './title-of-file.ts'

/** Final Draft's templates have a date to fill in. */
const NO_DATE = /[\s,–-]{0,3}\(?(?:mm|dd)[/.-](?:dd|mm)[/.-]yy(?:yy)?\)?/i
/** "Draft" or "Script" alone tell nothing. */
const LEAST_WORDS = 2
const NOT_ALONE = new Set(['script', 'the', 'of'])
/** A file name that tells the version: v7, draft 3, rev2. */
const VERSION_IN_NAME = /(?:^|[\s._(-])(?:v|ver|version|draft|rev|revision)[\s._-]?\d{1,3}(?=$|[\s._)-])/iu

const short = (name: string) => plainTitle(name).slice(0, DRAFT_NAME_LIMIT).toWellFormed().trim()

/**
 * The line of the title page that names the draft: "Draft 7", "Blue Revision 3/12/24". Of several, as on the title page
 * of revised pages, the last one; with the date below it. Undefined if there is none.
 */
export function draftLineOf(root: readonly XmlNode[]): string | undefined {
  const lines = titleLines(root)
  const isName = ({ text }: { text: string }) => {
    const written = text.replace(NO_DATE, '')
    return (
      isDraft(written) && tokensOf(written).filter((token) => !NOT_ALONE.has(token)).length >= LEAST_WORDS
    )
  }
  const at = lines.findLastIndex(isName)
  const line = lines[at]
  if (!line) return undefined
  const name = line.text.replace(NO_DATE, '').trim()
  const below = lines[at + 1]
  const date = below?.gap === 0 && isDate(below.text) && !NO_DATE.test(below.text) ? `, ${below.text}` : ''
  return short(name + date)
}

/**
 * A name for the draft in a file: that of its title page, else the file's name if it tells a version ("MyScript_v7" is
 * "MyScript v7"). At most DRAFT_NAME_LIMIT characters; undefined if neither names a draft.
 */
export function draftNameIn(
  { draftLine }: { draftLine?: string | undefined },
  fileName: string,
): string | undefined {
  if (draftLine !== undefined) return draftLine
  const ofFile = titleOfFile(fileName)
  return VERSION_IN_NAME.test(ofFile) ? short(ofFile) || undefined : undefined
}
