import {
  kindName,
  presetOf,
  READABLE_KINDS,
  READING_PRESETS,
  switchKind,
} from '@andscene/screenplay/line-types'
import { usePreferences } from '@andscene/web-kit/preferences-query'
import { classNames } from '@andscene/web-kit/class-names'
import { Checkbox, Segmented } from 'antd'
import styles from './reading-choice.module.css'

/** Matches no preset, so that none is selected. */
const OWN_CHOICE = ''

/** Selects what is read aloud (product §4): a preset, or individual line types. */
export function ReadingChoice() {
  const { preferences, change } = usePreferences()
  if (!preferences.data) return null
  const { skippedLineTypes: skipped, highlightWords = true } = preferences.data
  const choose = (types: readonly string[]) => change({ skippedLineTypes: [...types] })
  const preset = presetOf(skipped)
  return (
    <section className={styles.choice} aria-labelledby="read-aloud">
      <p id="read-aloud" className={styles.title}>
        What is read aloud
        {!preset && <span>Custom</span>}
      </p>
      <Segmented
        block
        size="small"
        className={styles.presets ?? ''}
        aria-labelledby="read-aloud"
        options={READING_PRESETS.map(({ name }): string => name)}
        value={preset ?? OWN_CHOICE}
        onChange={(name) => {
          const chosen = READING_PRESETS.find((one) => one.name === name)
          if (chosen) choose(chosen.skipped)
        }}
      />
      <div className={styles.kinds}>
        {READABLE_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            className={styles.kind ?? ''}
            checked={!skipped.includes(kind)}
            onChange={({ target }) => choose(switchKind(skipped, kind, target.checked))}
          >
            {kindName(kind)}
          </Checkbox>
        ))}
      </div>
      <Checkbox
        className={classNames(styles.kind, styles.words) ?? ''}
        checked={highlightWords}
        onChange={({ target }) => change({ highlightWords: target.checked })}
      >
        Highlight words
      </Checkbox>
    </section>
  )
}
