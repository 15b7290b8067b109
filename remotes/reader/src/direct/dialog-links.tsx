import { openPronounce } from '../pronounce/pronounce-store.ts'
import { directView } from './direct-view.ts'
import styles from './direct.module.css'

type Props = {
  line: number
  directed: number
  /** Asks first if a draft would be lost. */
  onLeave: (go: () => void) => void
}

/** From the dialog of a line to its words, which touch screens select with difficulty, and to the other lines. */
export const DialogLinks = ({ line, directed, onLeave }: Props) => (
  <div className={styles.links}>
    <button
      type="button"
      className={styles.all}
      onClick={() =>
        onLeave(() => {
          directView.close()
          openPronounce('', line)
        })
      }
    >
      Pronounce a word…
    </button>
    <button type="button" className={styles.all} onClick={() => onLeave(directView.list)}>
      All directed lines ({directed})
    </button>
  </div>
)
