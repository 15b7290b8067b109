import type { Line } from '@andscene/contracts/script'
import { EMPHASIS_LIMIT } from '@andscene/contracts/voices/deliveries'
import type { Emphasis } from '@andscene/contracts/voices/delivery'
import { WordToolbar, type WordPart } from '../words/word-toolbar.tsx'
import styles from './direct.module.css'

type Props = { line: Line; emphasis: readonly Emphasis[]; onChange: (emphasis: Emphasis[]) => void }

/** The words of the line: a click emphasizes one. */
export function EmphasisWords({ line, emphasis, onChange }: Props) {
  const isFull = emphasis.length >= EMPHASIS_LIMIT
  const isOn = ({ at }: WordPart) => emphasis.some(([from]) => from === at)
  const toggle = (part: WordPart) => {
    const { text, at } = part
    if (isOn(part)) onChange(emphasis.filter(([from]) => from !== at))
    else onChange(isFull ? [...emphasis] : [...emphasis, [at, text.length]])
  }
  return (
    <div className={styles.line}>
      <WordToolbar line={line} label="Words to emphasize" isOn={isOn} onPress={toggle} />
      <p className={styles.hint}>
        {isFull ? `At most ${EMPHASIS_LIMIT} words can be emphasized.` : 'Select words to emphasize them.'}
      </p>
    </div>
  )
}
