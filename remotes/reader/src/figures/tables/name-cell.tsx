import { tip } from '@andscene/web-kit/tooltip'
import { classNames } from '@andscene/web-kit/class-names'
import { useScriptLanguage } from '../../page/use-script-language.ts'
import styles from './name-cell.module.css'

type Props = {
  number?: string
  name: string
  /** Headings are shown in capitals, as on the page. */
  isHeading?: boolean
  /** Names below it. */
  below?: readonly string[]
  onShow: () => void
}

/** The name of a row; a click moves to its place in the script. */
export function NameCell({ number, name, isHeading = false, below = [], onShow }: Props) {
  const language = useScriptLanguage()
  return (
    <div className={styles.cell}>
      <button type="button" className={styles.button} onClick={onShow}>
        {number && <span className={styles.number}>{number}</span>}
        <span
          className={classNames(styles.name, isHeading && styles.capitals)}
          dir="auto"
          lang={language}
          {...tip(name, { whenCut: true })}
        >
          {name}
        </span>
      </button>
      {below.length > 0 && (
        <span className={styles.below} lang={language} {...tip(below.join(', '), { whenCut: true })}>
          {below.map((each, index) => (
            <span key={each}>
              {index > 0 && ', '}
              <bdi>{each}</bdi>
            </span>
          ))}
        </span>
      )}
    </div>
  )
}
