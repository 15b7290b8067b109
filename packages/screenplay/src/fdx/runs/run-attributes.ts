import { setOf } from './revision-marks.ts'
import { knownStyles } from './run-styles.ts'

/** A pre-check, because few runs have such an attribute; "AdornmentStyle" is another one. */
const mayHave = (attributes: string, name: string, nothing: string): boolean => {
  for (let at = attributes.indexOf(name); at !== -1; at = attributes.indexOf(name, at + name.length))
    if (attributes.charCodeAt(at - 1) <= 0x20 && !attributes.startsWith(nothing, at + name.length))
      return true
  return false
}
/** The value is optional, so that no name is scanned twice. */
const ATTRIBUTES = /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g

/** The attributes to keep of a run's start tag: its styles with a meaning here, its revision. Empty for most runs. */
export const runAttributes = (attributes: string): string => {
  if (!mayHave(attributes, 'Style', '=""') && !mayHave(attributes, 'RevisionID', '="0"')) return ''
  let kept = ''
  for (const [, name, quoted, value = quoted ?? ''] of attributes.matchAll(ATTRIBUTES)) {
    const known = name === 'Style' ? knownStyles(value) : name === 'RevisionID' ? setOf(value) : undefined
    if (known) kept += ` ${name}="${known}"`
  }
  return kept
}
