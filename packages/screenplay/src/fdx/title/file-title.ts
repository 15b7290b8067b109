import { oneLine } from '../../normalise-text.ts'

/** Of Final Draft, and of what was made into its files: "Night.fountain.fdx". */
const EXTENSION = /\.(?:fdxt?|xml|fountain|celtx|fadein|highland|txt)$/i

/** Empty where nothing is left. */
export const titleOfFile = (fileName: string): string => {
  const base = oneLine(fileName.split(/[/\\]/).at(-1) ?? '')
  return oneLine(base.replace(EXTENSION, '').replace(EXTENSION, '').replace(/_|%20/g, ' '))
}
