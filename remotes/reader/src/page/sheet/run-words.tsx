import type { NoteRange } from '@andscene/contracts/notes'
import type { RunStyle } from '@andscene/contracts/run-styles'
import type { Line } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { hitsOf } from '../find/find-text.ts'
import { partsOf, type TextPart } from './text-parts.ts'
import styles from './run-words.module.css'

/** A part of a line with its look and as a match of the search. */
export function RunWords({ text, style, isHit, isFresh = false }: TextPart) {
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
  return struck ? <s className={styles.struck}>{words}</s> : words
}

type Props = {
  line: Pick<Line, 'text' | 'styles'>
  found: string | undefined
  fresh?: readonly NoteRange[] | undefined
}

/** The words of a line, with the styles of the file, the matches of the search and the words that are new. */
export function LineWords({ line: { text, styles: runs = [] }, found, fresh = NONE }: Props) {
  const hits = found === undefined ? NONE : hitsOf(text, found)
  if (runs.length === 0 && hits.length === 0 && fresh.length === 0) return text
  return partsOf(text, { runs, hits, fresh }).map((part) => <RunWords key={part.start} {...part} />)
}

const NONE: readonly NoteRange[] = []
