import styles from './flag.module.css'
import { localeFlag } from './flags.ts'
import { WorldIcon } from '../../icons.tsx'

/** Where a voice is from, beside words that say it. */
export function Flag({ locale }: { locale: string }) {
  return (
    <span className={styles.flag} aria-hidden="true">
      {localeFlag(locale) ?? <WorldIcon size={24} />}
    </span>
  )
}
