const PATHS = {
  pen: 'M4 20l1.2-4.6L16 4.6a2 2 0 0 1 2.8 0l.6.6a2 2 0 0 1 0 2.8L8.6 18.8 4 20zM14 6.6l3.4 3.4',
  clapper:
    'M4 10h16v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9zM4 10l-.6-3.2L18.8 4l.6 3.1L4 10zM8.5 9.2l-1.8-3M13.4 8.3l-1.8-3',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.3 2.9-5.5 6.5-5.5s6.5 2.2 6.5 5.5M16 5a3.2 3.2 0 0 1 0 6.2M18 14.8c2.1.8 3.5 2.6 3.5 5.2',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
} as const
export type IconName = keyof typeof PATHS

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
