import styles from './flag.module.css'
import { WorldIcon } from '../../icons.tsx'

/** 'A' of the flag alphabet (regional indicator symbols). */
const FIRST_LETTER = 0x1f1e6

/** The flag emoji of a locale's region, e.g. 🇺🇸 for `en-US`; null when it names none (a world stands there, product §9). */
export function localeFlag(locale: string): string | null {
  const region = locale
    .split('-')
    .slice(1)
    .find((part) => /^[A-Za-z]{2}$/.test(part))
  if (!region) return null
  const letters = [...region.toUpperCase()].map((letter) => FIRST_LETTER + letter.charCodeAt(0) - 65)
  return String.fromCodePoint(...letters)
}

/** Where a voice is from, beside words that say it. */
export function Flag({ locale }: { locale: string }) {
  return (
    <span className={styles.flag} aria-hidden="true">
      {localeFlag(locale) ?? <WorldIcon size={24} />}
    </span>
  )
}
