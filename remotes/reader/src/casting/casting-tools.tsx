import { SearchIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { tip } from '@andscene/web-kit/tooltip'
import { Badge, Button, Input, Modal, Switch } from 'antd'
import styles from './casting-form.module.css'
import { ControlsIcon, FilterIcon, SuggestIcon } from '../icons.tsx'
import { useState } from 'react'
import { followsDirections, speaksByLine } from './casting-draft.ts'
import type { CastingFormState } from './use-casting-form.ts'
import { countFilters } from './voices/voice-filters.ts'

type Props = {
  form: CastingFormState
  onSuggest: () => void
  onOpen: (dialog: 'filters' | 'settings') => void
}

export function CastingTools({ form, onSuggest, onOpen }: Props) {
  const filterCount = countFilters(form.filters)
  return (
    <div className={styles.tools}>
      <output className={styles.count}>
        {form.assigned} of {form.parts.length}{' '}
        {form.parts.length === 1 ? 'character has a voice' : 'characters have a voice'}
      </output>
      <Input
        type="search"
        className={styles.find ?? ''}
        prefix={<SearchIcon size={16} />}
        placeholder="Find a character"
        aria-label="Find a character"
        autoComplete="off"
        allowClear
        value={form.find}
        onChange={(event) => form.setFind(event.target.value)}
      />
      <Button icon={<SuggestIcon />} onClick={onSuggest}>
        Suggest a cast
      </Button>
      <Badge
        count={filterCount}
        color="var(--as-primary)"
        title=""
        {...tip(filterCount === 1 ? '1 active filter' : `${filterCount} active filters`)}
      >
        <Button icon={<FilterIcon />} onClick={() => onOpen('filters')}>
          Voice Filters
        </Button>
      </Badge>
      <Button
        icon={<ControlsIcon />}
        {...tip('Voice Assignment Settings')}
        aria-label="Voice Assignment Settings"
        onClick={() => onOpen('settings')}
      />
    </div>
  )
}

const LIST = new Intl.ListFormat('en')

type SettingsProps = { form: CastingFormState; onClearAll: () => void; onClosed: () => void }

export function CastingSettingsDialog({ form, onClearAll, onClosed }: SettingsProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      title="Voice Assignment Settings"
      width={480}
      centered
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className={styles.row}>
        <label htmlFor="show-assigned">Show assigned characters</label>
        <Switch id="show-assigned" checked={form.showAssigned} onChange={form.setShowAssigned} />
      </div>
      {form.languages.length > 0 && (
        <div className={styles.row}>
          <div className={styles.about}>
            <label htmlFor="language-by-line">Speak lines in their own language</label>
            <p id="languages-of-lines" className={parts.hint}>
              This script has lines in {LIST.format(form.languages)}.
            </p>
          </div>
          <Switch
            id="language-by-line"
            aria-describedby="languages-of-lines"
            checked={speaksByLine(form.casting)}
            onChange={(languageByLine) => form.setSwitch({ languageByLine })}
          />
        </div>
      )}
      <div className={styles.row}>
        <div className={styles.about}>
          <label htmlFor="deliveries">Follow directions such as (whispering)</label>
          <p id="about-deliveries" className={parts.hint}>
            Directions, capitals and marks such as “!!” change how a line is spoken.
          </p>
        </div>
        <Switch
          id="deliveries"
          aria-describedby="about-deliveries"
          checked={followsDirections(form.casting)}
          onChange={(deliveries) => form.setSwitch({ deliveries })}
        />
      </div>
      <div className={styles.row}>
        <p className={parts.hint}>
          Removes the voices of all characters, the narration and the scene headings.
        </p>
        <Button className={styles.clear ?? ''} danger onClick={onClearAll}>
          Clear All Voice Assignments
        </Button>
      </div>
    </Modal>
  )
}
