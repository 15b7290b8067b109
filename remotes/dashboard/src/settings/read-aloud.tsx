import {
  OTHER,
  presetOf,
  READABLE_KINDS,
  READING_PRESETS,
  type LineKind,
} from '@andscene/screenplay/line-types'
import { preferencesQuery, useSavePreferences } from '@andscene/web-kit/preferences-query'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useQuery } from '@tanstack/react-query'
import { Button, Grid, Segmented, Switch } from 'antd'
import { sentence } from '../sentence.ts'
import styles from './settings-page.module.css'

const CUSTOM = 'Custom'
const NAMES: Partial<Record<LineKind, string>> = {
  Character: 'Cues',
  Parenthetical: 'Parentheticals',
  'Scene Heading': 'Scene headings',
  'New Act': 'Act headings',
  Transition: 'Transitions',
  [OTHER]: 'Other lines',
}

/** What is read aloud, for every script: a preset, or single kinds of line (product §4). */
export function ReadAloud() {
  const preferences = useQuery(preferencesQuery())
  const save = useSavePreferences()
  const snackbar = useSnackbar()
  const skipped = preferences.data?.skippedLineTypes

  const choose = (skippedLineTypes: string[]) =>
    save.mutate(
      { skippedLineTypes },
      { onError: (error) => snackbar.error(`Failed to save your choice: ${sentence(error)}`) },
    )

  return (
    <section className={styles.section} aria-labelledby="read-aloud">
      <h2 id="read-aloud" className={styles.heading}>
        What is read aloud
      </h2>
      {skipped && <Choice skipped={skipped} onChoose={choose} />}
      {preferences.isError && !skipped && (
        <div className={styles.row}>
          <p className={styles.hint}>{sentence(preferences.error)}</p>
          <Button onClick={() => void preferences.refetch()}>Retry</Button>
        </div>
      )}
    </section>
  )
}

function Choice({ skipped, onChoose }: { skipped: string[]; onChoose: (skipped: string[]) => void }) {
  const { sm: isWide = true } = Grid.useBreakpoint()
  const preset = presetOf(skipped)
  const names: string[] = READING_PRESETS.map(({ name }) => name)
  return (
    <>
      <Segmented
        block
        orientation={isWide ? 'horizontal' : 'vertical'}
        aria-labelledby="read-aloud"
        options={preset ? names : [...names, CUSTOM]}
        value={preset ?? CUSTOM}
        onChange={(name) => {
          const chosen = READING_PRESETS.find((one) => one.name === name)
          if (chosen) onChoose([...chosen.skipped])
        }}
      />
      <ul className={styles.kinds}>
        {READABLE_KINDS.map((kind) => {
          const id = `read-${kind.replace(/\W/g, '-')}`
          return (
            <li key={kind} className={styles.kind}>
              <label htmlFor={id}>{NAMES[kind] ?? kind}</label>
              <Switch
                id={id}
                checked={!skipped.includes(kind)}
                onChange={(isRead) =>
                  onChoose(isRead ? skipped.filter((type) => type !== kind) : [...skipped, kind])
                }
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
