import '@fontsource/courier-prime/latin-400.css'
import { classNames } from '@andscene/web-kit/class-names'
import { RenameIcon } from '@andscene/web-kit/icons/actions'
import { ClapperIcon, DoneIcon, PeopleIcon } from '@andscene/web-kit/icons/things'
import parts from '@andscene/web-kit/parts.module.css'
import { useRef, useState } from 'react'
import { ScriptSheet } from '../hear-it/script-sheet.tsx'
import copy from './data/copy.json' with { type: 'json' }
import { HowItWorks } from './how-it-works.tsx'
import styles from './landing-page.module.css'
import { Pricing } from './pricing.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { isRemembered } from './subscription.ts'

/** In the order of `copy.audiences`. */
const ICONS = [
  <RenameIcon key="writers" size={24} />,
  <ClapperIcon key="directors" size={24} />,
  <PeopleIcon key="teams" size={24} />,
]

/** The public page (product §1, §2): hero with the sign-up, Perfect For, How It Works, Pricing, closing call. */
export function LandingPage() {
  const field = useRef<HTMLInputElement>(null)
  const [onList, setOnList] = useState(isRemembered)

  const notifyMe = () => {
    // Focus first: scrolling to the field on focus would stop the smooth scroll to the top.
    field.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
  }

  return (
    <div className={styles.landing}>
      <title>And Scene: hear your script</title>
      <section className={styles.hero}>
        <div>
          <h1>Hear your script before anyone reads it.</h1>
          <p className={styles.lead}>
            And Scene reads your screenplay aloud, line by line, with a voice of its own for every character.
            A table read whenever you want one.
          </p>
          <SignUpForm field={field} onList={onList} onSubscribed={() => setOnList(true)} />
        </div>
        <ScriptSheet />
      </section>

      <section className={classNames(styles.section, styles.first)} aria-labelledby="perfect-for">
        <h2 id="perfect-for">Perfect For</h2>
        <ul className={classNames(parts.list, styles.cards)}>
          {copy.audiences.map(({ title, text }, index) => (
            <li key={title} className={parts.card}>
              <span className={classNames(parts.disc, styles.icon)}>{ICONS[index]}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <HowItWorks />
      <Pricing />

      <section className={styles.closing} aria-labelledby="closing">
        <h2 id="closing">Your next draft deserves to be heard.</h2>
        {onList ? (
          <p className={styles.thanks}>
            <DoneIcon size={24} />
            Thank you for joining the list. You will be among the first to listen.
          </p>
        ) : (
          <>
            <p>Enter your address to be among the first to listen.</p>
            <button type="button" className="as-button" onClick={notifyMe}>
              Notify Me at Launch
            </button>
          </>
        )}
      </section>

      <footer className={styles.footer}>
        <span>And Scene</span>
        <span>Table reads with synthetic voices</span>
      </footer>
    </div>
  )
}
