import { icon } from '@andscene/web-kit/icons/icon'

export const MailIcon = /* @__PURE__ */ icon(
  'M3 5.5h14v9.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3.3 5.8 10 11l6.7-5.2',
)
export const WarningIcon = /* @__PURE__ */ icon(
  'M10 6.2v4.6M10 13.6v.200M10 2.6a7.4 7.4 0 1 0 0 14.8 7.4 7.4 0 0 0 0-14.8z',
)
