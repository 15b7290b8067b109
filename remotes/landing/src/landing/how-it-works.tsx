import { DoneIcon, ScriptIcon } from '@andscene/web-kit/icons/things'
import type { ReactNode } from 'react'
import { STEPS } from './copy.ts'
import styles from './how-it-works.module.css'

const CAST = [
  { character: 'MARA', voice: 'Claire' },
  { character: 'JONAS', voice: 'Alasdair' },
  { character: 'Narration', voice: 'Warren' },
]

const PICTURES: ReactNode[] = [
  <div key="upload" className={styles.file}>
    <ScriptIcon size={24} />
    <span>
      lighthouse.fdx
      <small>96 pages, 2,418 lines</small>
    </span>
    <span className={styles.done}>
      <DoneIcon size={18} />
    </span>
  </div>,
  <dl key="cast" className={styles.cast}>
    {CAST.map(({ character, voice }) => (
      <div key={character}>
        <dt>{character}</dt>
        <dd>{voice}</dd>
      </div>
    ))}
  </dl>,
  <div key="listen" className={styles.listen}>
    <p>You’re late.</p>
    <span className={styles.track}>
      <span />
    </span>
    <small>
      <span>Page 12</span>
      <span>Scene 9</span>
    </small>
  </div>,
]

/** The three steps (product §1), each with the part of the product it is about. */
export function HowItWorks() {
  return (
    <section className={styles.section} aria-labelledby="how-it-works">
      <div className={styles.inner}>
        <h2 id="how-it-works">How It Works</h2>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <div className={styles.picture} aria-hidden="true">
                {PICTURES[index]}
              </div>
              <h3>
                <span className={styles.number}>{index + 1}</span>
                {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
