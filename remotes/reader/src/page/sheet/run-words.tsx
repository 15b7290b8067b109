import type { NoteRange } from '@andscene/contracts/notes'
import type { RunStyle } from '@andscene/contracts/run-styles'
import type { Line } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { hitsOf } from '../find/find-text.ts'
import { partsOf, type TextPart } from './text-parts.ts'
import styles from './run-words.module.css'

/** A part of a line with its look, in the color of its revision, and as a match of the search. */
export function RunWords({ text, style, isHit, isFresh = false, set }: TextPart) {
  const { bold, italic, underline, struck, capitals }: Partial<RunStyle> = style ?? {}
  let words = isHit ? <mark>{text}</mark> : text
  if (isFresh) words = <span className={styles.fresh}>{words}</span>
  if (bold || italic || capitals || underline)
    words = (
      <span
        className={classNames(
          bold && styles.bold,
          italic && styles.italic,
          underline && styles.underline,
          capitals && styles.capitals,
        )}
      >
        {words}
      </span>
    )
  if (set !== undefined) words = <span data-revision-set={set}>{words}</span>
  return struck ? <s className={styles.struck}>{words}</s> : words
}

type Props = {
  line: Pick<Line, 'text' | 'styles' | 'revisions'>
  found: string | undefined
  fresh?: readonly NoteRange[] | undefined
}

/** The words of a line, with the styles and revisions of the file, the matches of the search and the words that are new. */
export function LineWords({ line, found, fresh = NONE }: Props) {
  const { text, styles: runs = [], revisions = [] } = line
  const hits = found === undefined ? NONE : hitsOf(text, found)
  const hasParts = [runs, hits, fresh, revisions].some(({ length }) => length > 0)
  if (!hasParts) return text
  return partsOf(text, { runs, hits, fresh, revisions }).map((part) => (
    <RunWords key={part.start} {...part} />
  ))
}

const NONE: readonly NoteRange[] = []
