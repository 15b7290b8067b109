import { useId } from 'react'
import styles from './segments.module.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** `grid`: segments in rows of three. */
  look?: 'segments' | 'tabs' | 'grid'
}

export function Segments<Value extends string>(props: Props<Value>) {
  const { label, options, value, onChange, look = 'segments' } = props
  const name = useId()
  return (
    <div className={styles[look]} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="as-visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
