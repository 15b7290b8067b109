import parts from '@andscene/web-kit/parts.module.css'
import { Button, Flex, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import {
  byTyped,
  FILTER_KINDS,
  filterLabel,
  filterOptions,
  filterVoices,
  NO_FILTERS,
  type FilterKind,
} from './voice-filters.ts'
import type { CastingFormState } from '../use-casting-form.ts'
import { DROPDOWN_MAX_HEIGHT } from '../voice-ui-limits.ts'

const NAMES: Record<FilterKind, string> = {
  languages: 'Languages',
  roles: 'Styles/Roles',
  genders: 'Gender',
  providers: 'Provider',
  categories: 'Category',
}

/** Voice Filters (product §2): the options of each filter depend on the values chosen in the others. */
export function VoiceFiltersDialog({ form, onClosed }: { form: CastingFormState; onClosed: () => void }) {
  const { active: voices, filters, setFilters } = form
  const id = useId()
  const [isOpen, setOpen] = useState(true)
  const [chosen, setChosen] = useState(filters)
  const close = () => setOpen(false)
  const clearAll = () => {
    setChosen(NO_FILTERS)
    setFilters(NO_FILTERS)
  }
  return (
    <Modal
      open={isOpen}
      title="Voice Filters"
      width={520}
      centered
      onCancel={close}
      afterClose={onClosed}
      footer={
        <Flex justify="space-between">
          <Button onClick={clearAll}>Clear All</Button>
          <Button
            type="primary"
            onClick={() => {
              setFilters(chosen)
              close()
            }}
          >
            Apply Filters
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        {FILTER_KINDS.map((kind) => (
          <div key={kind} className={parts.field}>
            <label htmlFor={`${id}-${kind}`}>{NAMES[kind]}</label>
            <Select
              id={`${id}-${kind}`}
              mode="multiple"
              maxTagCount="responsive"
              listHeight={DROPDOWN_MAX_HEIGHT}
              placeholder="Any"
              value={[...chosen[kind]]}
              options={filterOptions(voices, chosen, kind).map((value) => ({
                value,
                label: filterLabel(kind, value),
              }))}
              showSearch={{
                optionFilterProp: 'label',
                filterSort: (a, b, { searchValue }) => byTyped(searchValue, a.label, b.label),
              }}
              onChange={(values: string[]) => setChosen({ ...chosen, [kind]: values })}
            />
          </div>
        ))}
        <output className={parts.hint}>
          {filterVoices(voices, chosen).length} of {voices.length} voices match
        </output>
      </Flex>
    </Modal>
  )
}
