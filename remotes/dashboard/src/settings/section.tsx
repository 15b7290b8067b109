import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './settings-page.module.css'

type SectionProps = {
  title: string
  /** The fragment of links to it. */
  anchor?: string
  children: ReactNode
  tone?: 'danger'
}

export function Section({ title, anchor, children, tone }: SectionProps) {
  const id = useId()
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  const isWanted = anchor !== undefined && hash === `#${anchor}`
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView()
  }, [isWanted])
  return (
    <section
      ref={section}
      id={anchor}
      className={classNames(parts.card, styles.section)}
      data-tone={tone}
      aria-labelledby={id}
    >
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
