import parts from '@andscene/web-kit/parts.module.css'
import { Radio, Select } from 'antd'
import styles from './pronounce.module.css'

/** The scope of a pronunciation that applies to all characters. */
export const SCRIPT = ''

type Props = {
  id: string
  characters: readonly string[]
  value: string
  onChange: (character: string) => void
}

export function Scope({ id, characters, value, onChange }: Props) {
  const options = [
    { value: SCRIPT, label: 'This script' },
    ...characters.map((name) => ({
      value: name,
      label: (
        <>
          Only <bdi>{name}</bdi>
        </>
      ),
      name,
    })),
  ]
  if (characters.length === 0) return null
  if (characters.length === 1)
    return (
      <Radio.Group
        aria-label="Where it applies"
        className={styles.scope ?? ''}
        value={value}
        options={options}
        onChange={({ target }) => onChange(target.value as string)}
      />
    )
  return (
    <div className={parts.field}>
      <label htmlFor={id}>Where it applies</label>
      <Select
        id={id}
        value={value}
        options={options}
        showSearch={{ optionFilterProp: 'name' }}
        onChange={onChange}
      />
    </div>
  )
}
