import { oneLine } from '../../normalise-text.ts'

/** Extensions of Final Draft and of formats converted to it: "Night.fountain.fdx". */
const EXTENSION = /\.(?:fdxt?|xml|fountain|celtx|fadein|highland|txt)$/i

/** A file's name without folder and extensions, with spaces for underscores; empty if nothing is left. */
export const titleOfFile = (fileName: string): string => {
  const base = oneLine(fileName.split(/[/\\]/).at(-1) ?? '')
  return oneLine(base.replace(EXTENSION, '').replace(EXTENSION, '').replace(/_|%20/g, ' '))
}
