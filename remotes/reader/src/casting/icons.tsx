import type { ReactNode } from 'react'

/** Signs of the voice screens, as large as the text beside them. They say nothing to a screen reader. */
function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="1.2em"
      height="1.2em"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ display: 'block' }}
    >
      {children}
    </svg>
  )
}

export const PreviewIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M8.3 7.2v5.6l4.6-2.8z" fill="currentColor" />
  </Icon>
)
export const StopIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.2" />
    <rect x="7.6" y="7.6" width="4.8" height="4.8" rx="0.6" fill="currentColor" />
  </Icon>
)
export const CloseIcon = () => (
  <Icon>
    <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />
  </Icon>
)
export const OpenIcon = () => (
  <Icon>
    <path d="m5.5 8 4.5 4.5L14.5 8" />
  </Icon>
)
export const FilterIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />
  </Icon>
)
export const SettingsIcon = () => (
  <Icon>
    <path d="M3 6h6M13 6h4M3 14h3M10 14h7" />
    <circle cx="11" cy="6" r="2" />
    <circle cx="8" cy="14" r="2" />
  </Icon>
)
export const SuggestIcon = () => (
  <Icon filled>
    <path d="M8 3.5 9.6 8l4.5 1.6-4.5 1.6L8 15.7l-1.6-4.5L1.9 9.6 6.4 8zM15 2l.8 2.2L18 5l-2.2.8L15 8l-.8-2.2L12 5l2.2-.8zM15.5 12.5l.7 1.8 1.8.7-1.8.7-.7 1.8-.7-1.8-1.8-.7 1.8-.7z" />
  </Icon>
)
export const WorldIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M2.8 10h14.4M10 2.8c2.4 2.2 3.4 4.6 3.4 7.2s-1 5-3.4 7.2c-2.4-2.2-3.4-4.6-3.4-7.2s1-5 3.4-7.2z" />
  </Icon>
)
