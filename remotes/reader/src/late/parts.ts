/** What the reader draws with antd: one file, loaded after the lines (decision 0036). Used through late.tsx alone. */
export { AntdProvider } from '@andscene/web-kit/antd-provider'
export { AssignVoicesModal } from '../casting/assign-voices.tsx'
export { VoiceRequiredDialog } from '../casting/voice-required-dialog.tsx'
export { ControlsPopup } from '../page/transport/controls-popup.tsx'
export { KeysDialog } from '../page/transport/keys-dialog.tsx'
export { PagePopup } from '../page/transport/page-popup.tsx'
export { ScenePopup } from '../page/transport/scene-popup.tsx'
export { SpeedPopup } from '../page/transport/speed-popup.tsx'
