import { TITLE_LIMIT } from '@andscene/contracts/limits'
import { oneLine } from '../normalise-text.ts'
import { findTitle } from './title/find-title.ts'
import { titleLines } from './title/title-lines.ts'
import type { XmlNode } from './xml-tree.ts'

/** Of Final Draft, and of what was made into its files: "Night.fountain.fdx". */
const EXTENSION = /\.(?:fdxt?|xml|fountain|celtx|fadein|highland|txt)$/i

/** Empty where nothing is left. */
const titleOfFile = (fileName: string): string => {
  const base = oneLine(fileName.split(/[/\\]/).at(-1) ?? '')
  return oneLine(base.replace(EXTENSION, '').replace(EXTENSION, '').replace(/_|%20/g, ' '))
}

/** From the title page where it is clear, else from the file name; 1 to TITLE_LIMIT characters (product §3). */
export const readTitle = (root: readonly XmlNode[], fileName: string): { title: string; why: string } => {
  const onPage = findTitle(titleLines(root))
  const ofFile = onPage.title ? '' : titleOfFile(fileName)
  return {
    title: (onPage.title || ofFile || 'Untitled').slice(0, TITLE_LIMIT).toWellFormed().trim(),
    why: onPage.title
      ? onPage.why
      : ofFile
        ? `the file's name, because ${onPage.why}`
        : `neither the title page nor the file's name has one (${onPage.why})`,
  }
}
