import styles from './watermark.module.css'

/** Enough for the longest side of a large screen, turned. */
const ROWS = 20
const TIMES = 24
const GAP = ' '.repeat(16)

/** The name of the link over a guest's page, on screen and on paper: a picture of the page says whose it is. */
export const Watermark = ({ text }: { text: string }) => (
  <div className={styles.mark} aria-hidden="true">
    <div className={styles.turned}>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row}>{`${text}${GAP}`.repeat(TIMES)}</div>
      ))}
    </div>
  </div>
)
