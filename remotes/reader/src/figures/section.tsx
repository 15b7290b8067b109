import { useId, type ReactNode } from 'react'
import styles from './section.module.css'

type Props = { title: string; action?: ReactNode; children: ReactNode }

export function Section({ title, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.head}>
        <h3 id={id}>{title}</h3>
        {action}
      </header>
      {children}
    </section>
  )
}
