import { icon } from './icon.tsx'

export const DoneIcon = /* @__PURE__ */ icon('m4.5 10.5 3.7 3.7 7.3-8')
export const ScriptIcon = /* @__PURE__ */ icon(
  'M6 2.8h6l3.5 3.5V16a1.2 1.2 0 0 1-1.2 1.2H6A1.2 1.2 0 0 1 4.8 16V4A1.2 1.2 0 0 1 6 2.8zM11.8 2.8v3.7h3.7M7.5 10h5M8.5 13h3',
)
/** Pages behind each other. */
export const DraftsIcon = /* @__PURE__ */ icon(
  'M8 2.8h4.5l3.5 3.5v6.2a1.2 1.2 0 0 1-1.2 1.2H8a1.2 1.2 0 0 1-1.2-1.2V4A1.2 1.2 0 0 1 8 2.8zM12.2 2.8v3.7h3.7M4 6.2v9.8a1.2 1.2 0 0 0 1.2 1.2H12',
)
export const ClapperIcon = /* @__PURE__ */ icon(
  'M4 10h16v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9zM4 10l-.6-3.2L18.8 4l.6 3.1L4 10zM8.5 9.2l-1.8-3M13.4 8.3l-1.8-3',
  { grid: 24 },
)
export const PeopleIcon = /* @__PURE__ */ icon(
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.3 2.9-5.5 6.5-5.5s6.5 2.2 6.5 5.5M16 5a3.2 3.2 0 0 1 0 6.2M18 14.8c2.1.8 3.5 2.6 3.5 5.2',
  { grid: 24 },
)
export const AlertIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M10 6.2v4.6M10 13.6v.1" />
  </>,
)
