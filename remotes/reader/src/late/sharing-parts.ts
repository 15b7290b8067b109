/** Who else hears a script: for its owner alone, and seldom. Used through late.tsx alone. */
export { AntdProvider } from '@andscene/web-kit/antd-provider'
export { ShareDialog } from '@andscene/web-kit/share-dialog'
