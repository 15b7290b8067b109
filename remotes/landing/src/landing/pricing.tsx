import { classNames } from '@andscene/web-kit/class-names'
import { DoneIcon } from '@andscene/web-kit/icons/things'
import parts from '@andscene/web-kit/parts.module.css'
import page from './landing-page.module.css'
import styles from './pricing.module.css'

const INCLUDED = [
  'Every voice, every language',
  'Final Draft files up to 10 MB',
  'Casting, previews and narration',
  'Playback at your own speed',
]

export function Pricing() {
  return (
    <section id="pricing" className={page.section} aria-labelledby="pricing-title">
      <h2 id="pricing-title">Pricing</h2>
      <div className={styles.plans}>
        <article className={classNames(parts.card, styles.now)}>
          <h3>Preview</h3>
          <p className={styles.price}>
            Free <small>until launch</small>
          </p>
          <ul className={parts.list}>
            {INCLUDED.map((text) => (
              <li key={text}>
                <DoneIcon size={20} />
                {text}
              </li>
            ))}
          </ul>
        </article>
        <article className={classNames(parts.card, styles.later)}>
          <h3>At launch</h3>
          <p className={styles.price}>Plans for one, and for teams</p>
          <p>
            One plan for people who write alone, one for productions that listen together. Everyone on the
            list hears the prices first, and what you upload during the preview stays yours.
          </p>
        </article>
      </div>
    </section>
  )
}
