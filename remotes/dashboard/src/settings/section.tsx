import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { useId, type ReactNode } from 'react'
import styles from './settings-page.module.css'

type SectionProps = { title: string; children: ReactNode; tone?: 'danger' }

export function Section({ title, children, tone }: SectionProps) {
  const id = useId()
  return (
    <section className={classNames(parts.card, styles.section)} data-tone={tone} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type RowProps = {
  name: string
  /** For a control that the name labels. */
  nameId?: string
  hint?: ReactNode
  hintId?: string
  children?: ReactNode
}

/** One setting or action: its name, a hint and its control. */
export function Row({ name, nameId, hint, hintId, children }: RowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <h3 id={nameId} className={styles.name} dir="auto">
          {name}
        </h3>
        {hint !== undefined && (
          <p id={hintId} className={classNames(parts.hint, styles.hint)}>
            {hint}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
