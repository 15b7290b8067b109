import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { icon } from '@andscene/web-kit/icons/icon'
import { DoneIcon } from '@andscene/web-kit/icons/things'
import { PageTitle } from '@andscene/web-kit/page-title'
import type { ComponentProps, ReactNode } from 'react'
import { takeFocus } from '../take-focus.ts'
import styles from './account.module.css'

type Props = {
  title: string
  /** The page's title, if it differs from the heading. */
  page?: string
  intro?: ReactNode
  children: ReactNode
  links?: ReactNode
}

/** The centered narrow layout of product §2: full height, content up to 400 px wide. All account screens use it. */
export const AccountCard = ({ title, page = title, intro, children, links }: Props) => (
  <div className={styles.page}>
    <PageTitle>{page}</PageTitle>
    <div className={styles.card}>
      <h1 className={styles.title}>{title}</h1>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
      {links && <div className={styles.links}>{links}</div>}
    </div>
  </div>
)

/** An account screen without a form. */
export const AccountMessage = ({ children, ...card }: Props) => (
  <AccountCard {...card}>
    <div className={styles.body}>{children}</div>
  </AccountCard>
)

const WarningIcon = /* @__PURE__ */ icon(
  'M10 6.2v4.6M10 13.6v.200M10 2.6a7.4 7.4 0 1 0 0 14.8 7.4 7.4 0 0 0 0-14.8z',
)

export const Failure = ({ children }: { children: ReactNode }) => (
  <p className={styles.failure} role="alert">
    <WarningIcon size={20} />
    <span>{children}</span>
  </p>
)

/** `inPlace`: replaces the form or button that had the focus, and takes the focus. */
export const Success = ({ inPlace, children }: { inPlace?: boolean; children: ReactNode }) => (
  <output className={styles.success} {...(inPlace && { tabIndex: -1, ref: takeFocus })}>
    <span className={classNames(parts.disc, styles.tick)} data-tone="good">
      <DoneIcon size={16} />
    </span>
    <span>{children}</span>
  </output>
)

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  primary?: boolean
  /** The text while busy, if not 'Loading...'. */
  busy?: boolean | string
}

/** A button of full width. While busy it keeps the focus and ignores clicks. */
export const WideButton = ({ primary, busy = false, onClick, children, ...button }: ButtonProps) => (
  <button
    type="button"
    aria-disabled={busy !== false}
    {...button}
    className={`as-button ${primary ? 'as-button-primary' : ''} ${styles.wide}`}
    onClick={busy ? undefined : onClick}
  >
    {busy === true ? 'Loading...' : busy || children}
  </button>
)
