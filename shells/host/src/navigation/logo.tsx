/** The logo: lines of a script and the dot of a voice. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1e73be" />
      <path d="M9 9.5h14M9 14.5h9M9 20.5h5" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      <circle cx="20.5" cy="21.5" r="3.5" fill="#2ac3a2" />
    </svg>
  )
}
