import type { ReactNode } from 'react'

/** The slice's few signs, drawn on one 20 px grid, as large as the text beside them. They say nothing to a screen reader. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="1.2em"
      height="1.2em"
      fill="none"
      stroke="currentColor"
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

export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
)
export const LogoutIcon = () => (
  <Icon>
    <path d="M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M13 6.5l3.5 3.5-3.5 3.5M16 10H8.5" />
  </Icon>
)
export const RenameIcon = () => (
  <Icon>
    <path d="m12.5 4.5 3 3M4 16l.8-3.6 8.4-8.4a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.6 15.2z" />
  </Icon>
)
/** Sound that is taken away. */
export const ClearIcon = () => (
  <Icon>
    <path d="M3 8v4h2.8L9.5 15V5L5.8 8zM13 8l4 4M17 8l-4 4" />
  </Icon>
)
export const DeleteIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13M8 5.5V4a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1.5M5 5.5l.7 10a1.5 1.5 0 0 0 1.5 1.5h5.6a1.5 1.5 0 0 0 1.5-1.5l.7-10M8.5 9v4.5M11.5 9v4.5" />
  </Icon>
)
export const UploadIcon = () => (
  <Icon>
    <path d="M10 13V4M6.5 7.2 10 3.7l3.5 3.5M3.5 12.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-2.5" />
  </Icon>
)
export const DoneIcon = () => (
  <Icon>
    <path d="m4.5 10.5 3.7 3.7 7.3-8" />
  </Icon>
)
export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8" />
  </Icon>
)
export const ScriptIcon = () => (
  <Icon>
    <path d="M6 2.8h6l3.5 3.5V16a1.2 1.2 0 0 1-1.2 1.2H6A1.2 1.2 0 0 1 4.8 16V4A1.2 1.2 0 0 1 6 2.8zM11.8 2.8v3.7h3.7M7.5 10h5M8.5 13h3" />
  </Icon>
)
