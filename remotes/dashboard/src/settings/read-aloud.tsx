import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import {
  kindName,
  presetOf,
  READABLE_KINDS,
  READING_PRESETS,
  switchKind,
} from '@andscene/screenplay/line-types'
import { usePreferences } from '@andscene/web-kit/preferences-query'
import { Button, Flex, Grid, Segmented, Switch } from 'antd'
import { Row } from './section.tsx'
import styles from './settings-page.module.css'

const CUSTOM = 'Custom'

/**
 * Which kinds of line are read aloud in all scripts: a preset, or single kinds (product §4). The reader's Controls menu
 * has its own compact version, because remotes cannot share components.
 */
export function ReadAloud() {
  const { preferences, change } = usePreferences()
  const skipped = preferences.data?.skippedLineTypes
  return (
    <>
      <Row name="What is read aloud" nameId="read-aloud" hint="For every script, on all your devices." />
      {skipped && <Choice skipped={skipped} onChoose={(types) => change({ skippedLineTypes: [...types] })} />}
      {preferences.data && (
        <Row name="Highlight words" nameId="highlight-words" hint="Each word, while it is heard.">
          <Switch
            aria-labelledby="highlight-words"
            checked={preferences.data.highlightWords ?? true}
            onChange={(highlightWords) => change({ highlightWords })}
          />
        </Row>
      )}
      {preferences.isError && !skipped && (
        <div className={styles.row}>
          <p className={classNames(parts.hint, styles.hint)}>{preferences.error.message}</p>
          <Button onClick={() => void preferences.refetch()}>Retry</Button>
        </div>
      )}
    </>
  )
}

function Choice(props: { skipped: readonly string[]; onChoose: (skipped: readonly string[]) => void }) {
  const { skipped, onChoose } = props
  const { sm: isWide = true } = Grid.useBreakpoint()
  const preset = presetOf(skipped)
  const names: string[] = READING_PRESETS.map(({ name }) => name)
  return (
    <>
      <Segmented
        block
        orientation={isWide ? 'horizontal' : 'vertical'}
        name="reading"
        aria-labelledby="read-aloud"
        options={preset ? names : [...names, CUSTOM]}
        value={preset ?? CUSTOM}
        onChange={(name) => {
          const chosen = READING_PRESETS.find((one) => one.name === name)
          if (chosen) onChoose(chosen.skipped)
        }}
      />
      <ul className={classNames(parts.list, styles.kinds)}>
        {READABLE_KINDS.map((kind) => {
          const id = `read-${kind.replace(/\W/g, '-')}`
          return (
            <Flex component="li" key={kind} align="center" gap={16} className={styles.kind ?? ''}>
              <label htmlFor={id}>{kindName(kind)}</label>
              <Switch
                id={id}
                checked={!skipped.includes(kind)}
                onChange={(isRead) => onChoose(switchKind(skipped, kind, isRead))}
              />
            </Flex>
          )
        })}
      </ul>
    </>
  )
}
