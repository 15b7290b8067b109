import {
  OTHER,
  presetOf,
  READABLE_KINDS,
  READING_PRESETS,
  type LineKind,
} from '@andscene/screenplay/line-types'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Segmented } from 'antd'
import { preferencesQuery, useSavePreferences } from '@andscene/web-kit/preferences-query'
import styles from './reading-choice.module.css'

const NAMES: Partial<Record<LineKind, string>> = {
  Character: 'Cues',
  Parenthetical: 'Parentheticals',
  Action: 'Action',
  'Scene Heading': 'Scene headings',
  'New Act': 'Act headings',
  Transition: 'Transitions',
  [OTHER]: 'Other lines',
}
/** Stands for no preset at all: none of them is marked. */
const OWN_CHOICE = ''

/** What is read aloud (product §4): a preset, or single kinds of line. */
export function ReadingChoice() {
  const skipped = useQuery(preferencesQuery()).data?.skippedLineTypes
  const save = useSavePreferences()
  const snackbar = useSnackbar()
  if (!skipped) return null
  const preset = presetOf(skipped)
  const names = READING_PRESETS.map(({ name }) => name as string)
  const keep = (skippedLineTypes: string[]) =>
    save.mutate(
      { skippedLineTypes },
      { onError: (error) => snackbar.error(`Failed to save your choice: ${error.message}`) },
    )
  const choose = (name: string) => {
    const chosen = READING_PRESETS.find((one) => one.name === name)
    if (chosen) keep([...chosen.skipped])
  }
  const toggle = (kind: LineKind, isRead: boolean) => {
    const others = skipped.filter((type) => type !== kind)
    keep(isRead ? others : [...others, kind])
  }
  return (
    <section className={styles.choice} aria-labelledby="read-aloud">
      <p id="read-aloud" className={styles.title}>
        What is read aloud
        {!preset && <span className={styles.own}>Custom</span>}
      </p>
      <Segmented
        block
        size="small"
        className={styles.presets ?? ''}
        aria-labelledby="read-aloud"
        options={names}
        value={preset ?? OWN_CHOICE}
        onChange={choose}
      />
      <div className={styles.kinds}>
        {READABLE_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            className={styles.kind ?? ''}
            checked={!skipped.includes(kind)}
            onChange={({ target }) => toggle(kind, target.checked)}
          >
            {NAMES[kind] ?? kind}
          </Checkbox>
        ))}
      </div>
    </section>
  )
}
