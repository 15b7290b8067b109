import { classNames } from '@andscene/web-kit/class-names'
import { DoneIcon, ScriptIcon } from '@andscene/web-kit/icons/things'
import parts from '@andscene/web-kit/parts.module.css'
import type { ReactNode } from 'react'
import copy from './data/copy.json' with { type: 'json' }
import styles from './how-it-works.module.css'
import page from './landing-page.module.css'

const CAST = [
  { character: 'MARA', voice: 'Claire' },
  { character: 'JONAS', voice: 'Alasdair' },
  { character: 'Narration', voice: 'Warren' },
]

const PICTURES: ReactNode[] = [
  <div key="upload" className={classNames(parts.row, styles.file)}>
    <ScriptIcon size={24} />
    <span>
      lighthouse.fdx
      <small>96 pages, 2,418 lines</small>
    </span>
    <span className={classNames(parts.disc, styles.done)} data-tone="good">
      <DoneIcon size={18} />
    </span>
  </div>,
  <dl key="cast" className={styles.cast}>
    {CAST.map(({ character, voice }) => (
      <div key={character}>
        <dt>{character}</dt>
        <dd className={parts.chip} data-tone="busy">
          {voice}
        </dd>
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

export function HowItWorks() {
  return (
    <section className={styles.band} aria-labelledby="how-it-works">
      <div className={page.section}>
        <h2 id="how-it-works">How It Works</h2>
        <ol className={classNames(parts.list, styles.steps)}>
          {copy.steps.map(({ title, text }, index) => (
            <li key={title}>
              <div className={styles.picture} aria-hidden="true">
                {PICTURES[index]}
              </div>
              <h3 className={parts.row}>
                <span className={classNames(parts.disc, styles.number)}>{index + 1}</span>
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
