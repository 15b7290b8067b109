import { icon } from './icon.tsx'

export const PlusIcon = /* @__PURE__ */ icon('M10 4v12M4 10h12')
export const LogoutIcon = /* @__PURE__ */ icon(
  'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M13 6.5l3.5 3.5-3.5 3.5M16 10H8.5',
)
export const RenameIcon = /* @__PURE__ */ icon(
  'm12.5 4.5 3 3M4 16l.8-3.6 8.4-8.4a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.6 15.2z',
)
export const ShareIcon = /* @__PURE__ */ icon(
  'M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c0-2.9 2.5-4.7 5.5-4.7 1.2 0 2.3.3 3.2.8M15 11.5v5M12.5 14h5',
)
export const DeleteIcon = /* @__PURE__ */ icon(
  'M3.5 5.5h13M8 5.5V4a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1.5M5 5.5l.7 10a1.5 1.5 0 0 0 1.5 1.5h5.6a1.5 1.5 0 0 0 1.5-1.5l.7-10M8.5 9v4.5M11.5 9v4.5',
)
export const UploadIcon = /* @__PURE__ */ icon(
  'M10 13V4M6.5 7.2 10 3.7l3.5 3.5M3.5 12.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-2.5',
)
export const SearchIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8" />
  </>,
)
export const MenuIcon = /* @__PURE__ */ icon('M3.5 5.8h13M3.5 10h13M3.5 14.2h13')
export const CloseIcon = /* @__PURE__ */ icon('m5.5 5.5 9 9M14.5 5.5l-9 9')
export const PlayIcon = /* @__PURE__ */ icon(
  'M6 3.8a1 1 0 0 1 1.53-.85l9.6 6.2a1 1 0 0 1 0 1.7l-9.6 6.2A1 1 0 0 1 6 16.2z',
  { filled: true },
)
export const PauseIcon = /* @__PURE__ */ icon(
  <>
    <rect x="4.5" y="3.5" width="4" height="13" rx="1" />
    <rect x="11.5" y="3.5" width="4" height="13" rx="1" />
  </>,
  { filled: true },
)
